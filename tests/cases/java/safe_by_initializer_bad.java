import java.util.HashMap;
import java.util.Map;

// The map is replaced by one that is not concurrent.
public class safe_by_initializer_bad {
  protected Map<String, Integer> tasks = new java.util.concurrent.ConcurrentHashMap<>();

  public synchronized void add(String name) {
    tasks.put(name, 1); // access[m]: write
    tasks.remove("old"); // access[m]: write
  }

  public synchronized void remove(String name) {
    tasks = new HashMap<>(tasks); // access[m]: read; access[m]: write
    tasks.remove(name); // access[m]: write
  }

  public String names() {
    return String.join(", ", tasks.keySet()); // expect[m]: java-inconsistent-lock
  }
}
