// ok: java-inconsistent-lock
import java.util.HashMap;
import java.util.Map;

public class Counters {
  private static final Gate gate = new Gate();
  private static volatile int total;
  private final Map<String, Integer> counts = new HashMap<>();

  public void add(String name) {
    try {
      gate.enter();
      total++;
      counts.merge(name, 1, Integer::sum);
    } finally {
      gate.exit();
    }
  }

  public void remove(String name) {
    gate.enter();
    try {
      total--;
      counts.remove(name);
    } finally {
      gate.exit();
    }
  }

  public int of(String name) {
    gate.enter();
    try {
      return counts.getOrDefault(name, 0);
    } finally {
      gate.exit();
    }
  }
}
