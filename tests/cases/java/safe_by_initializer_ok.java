import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// A field that is not private, and that the class gives a concurrent map only.
public class safe_by_initializer_ok { // ok: java-inconsistent-lock
  protected Map<String, Integer> tasks = new ConcurrentHashMap<>();

  public synchronized void add(String name) {
    tasks.put(name, 1);
    tasks.remove("old");
  }

  public synchronized void remove(String name) {
    tasks.remove(name);
    tasks.remove("old");
  }

  public String info() {
    return String.join(", ", tasks.keySet());
  }
}
