import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

// A map that a method of the class makes synchronized, and a concurrent set of the project, need no lock.
public class synchronized_factories_ok { // ok: java-inconsistent-lock
  static class OwnConcurrentSet<T> extends HashSet<T> {}

  private final Map<String, String> names = makeMap();
  private final Set<String> keys = new OwnConcurrentSet<>();

  private static Map<String, String> makeMap() {
    return Collections.synchronizedMap(new HashMap<>());
  }

  public synchronized void add(String key, String name) {
    names.put(key, name);
    keys.add(key);
  }

  public synchronized void remove(String key) {
    names.remove(key);
    keys.remove(key);
  }

  public String get(String key) {
    return keys.contains(key) ? names.get(key) : null;
  }
}
