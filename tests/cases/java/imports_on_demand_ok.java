import java.util.*;
import java.util.concurrent.*;

// A class of the project with a name of the library is meant where it is declared. ok: java-check-then-act
public class imports_on_demand_ok {
  static class ConcurrentHashMap<K, V> {
    boolean containsKey(K key) {
      return false;
    }

    V put(K key, V value) {
      return null;
    }
  }

  private final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, List<String>> lists = new ConcurrentSkipListMap<>();

  public void put(String key) {
    if (!names.containsKey(key)) names.put(key, key);
    lists.computeIfAbsent(key, k -> new ArrayList<>()).add(key);
  }
}
