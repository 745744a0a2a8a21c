import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

// The lock of another object does not keep changes away that only take that of the collection.
class iteration_other_lock_bad {
  private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
  private final Set<String> other = Collections.synchronizedSet(new HashSet<>());

  void put(String key) {
    map.put(key, key);
  }

  int count() {
    int n = 0;
    synchronized (other) {
      for (String value : map.values()) n += value.length(); // expect: java-check-then-act "does not hold its lock"
    }
    return n;
  }
}
