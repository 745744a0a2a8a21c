// ok: java-inconsistent-lock
// args: --min-confidence 0
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

class SynchronizedCollection {
  // A map of the project that locks itself for each change.
  static class SafeMap<K, V> extends AbstractMap<K, V> {
    private Map<K, V> inside = new HashMap<>();

    @Override
    public synchronized V put(K key, V value) {
      return inside.put(key, value);
    }

    @Override
    public synchronized V remove(Object key) {
      return inside.remove(key);
    }

    @Override
    public synchronized Set<Map.Entry<K, V>> entrySet() {
      return new HashSet<>(inside.entrySet());
    }
  }

  private final Map<String, String> names = new SafeMap<>();

  public synchronized void add(String a, String b) {
    if (!names.containsKey(a)) names.put(a, b);
  }

  public synchronized void drop(String a) {
    names.remove(a);
  }

  public synchronized String find(String a) {
    return names.get(a);
  }

  public boolean has(String a) {
    return names.containsKey(a);
  }
}
