import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// ok: java-check-then-act
// All changes hold the other lock, too.
class iteration_other_lock_ok {
  private final Object lock = new Object();
  private final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
  private final List<String> list = Collections.synchronizedList(new ArrayList<>());

  void put(String key) {
    synchronized (lock) {
      map.put(key, key);
    }
    list.add(key);
  }

  int count() {
    int n = 0;
    synchronized (lock) {
      for (String value : map.values()) n += value.length();
    }
    synchronized (this.list) {
      for (String value : list) n += value.length();
    }
    return n;
  }
}
