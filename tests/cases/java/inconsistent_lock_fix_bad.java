import java.util.ArrayList;
import java.util.List;

// Methods that `synchronized` repairs.
public class inconsistent_lock_fix_bad {
  private static int made;
  private final List<String> names = new ArrayList<>();
  private int hits;

  public static synchronized void count() {
    made++;
  }

  public static synchronized void forget() {
    made = 0;
  }

  public static int made() {
    return made; // expect: java-inconsistent-lock
  }

  public synchronized void add(String name) {
    names.add(name);
    hits++;
  }

  public synchronized void remove(String name) {
    names.remove(name);
    hits++;
  }

  public String first() {
    return names.get(0); // expect: java-inconsistent-lock
  }

  public final int hits() {
    return hits; // expect: java-inconsistent-lock
  }
}
