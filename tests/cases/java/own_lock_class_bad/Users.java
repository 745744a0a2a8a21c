// args: --min-confidence 50
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Users {
  private final Gate gate = new Gate();
  private final Map<String, String> names = new HashMap<>();
  private final List<String> order = new ArrayList<>();

  public void put(String id, String name) {
    gate.enter();
    try {
      names.put(id, name); // access[n]: write
      order.add(id);
    } finally {
      gate.exit();
    }
  }

  public void remove(String id) {
    try {
      gate.enter();
      names.remove(id); // access[n]: write
      order.remove(id);
    } finally {
      gate.exit();
    }
  }

  public String find(String id) {
    gate.enter();
    try {
      return names.get(id); // access[n]: read
    } finally {
      gate.exit();
    }
  }

  public boolean has(String id) {
    return names.containsKey(id); // expect[n]: java-inconsistent-lock "this.gate, which 3 of 4 accesses hold"
  }
}
