import java.util.AbstractMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

class UnsynchronizedCollection {
  // One change takes no lock.
  static class HalfSafeMap<K, V> extends AbstractMap<K, V> {
    private Map<K, V> inside = new HashMap<>();

    @Override
    public synchronized V put(K key, V value) {
      return inside.put(key, value);
    }

    @Override
    public V remove(Object key) {
      return inside.remove(key); // expect: java-inconsistent-lock "inside"
    }

    @Override
    public synchronized Set<Map.Entry<K, V>> entrySet() {
      return new HashSet<>(inside.entrySet());
    }
  }

  // Takes no lock at all: what it inherits does the work.
  static class PlainMap<K, V> extends HashMap<K, V> {
    @Override
    public V put(K key, V value) {
      return super.put(key, value);
    }

    @Override
    public V remove(Object key) {
      return super.remove(key);
    }
  }

  private final Map<String, String> plain = new PlainMap<>();
  private final Map<String, String> names = new HalfSafeMap<>();

  public synchronized void addPlain(String a) {
    plain.put(a, a);
  }

  public synchronized void dropPlain(String a) {
    plain.remove(a);
  }

  public boolean hasPlain(String a) {
    return plain.containsKey(a); // expect: java-inconsistent-lock "plain"
  }

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
    return names.containsKey(a); // expect: java-inconsistent-lock "names"
  }
}
