// ok: java-double-checked-locking
import java.util.HashMap;
import java.util.Map;

class LazyOk {
  private volatile Map<String, String> map;
  private Map<String, String> simple;
  private Map<String, String> inner;
  private int count;

  Map<String, String> map() {
    if (map == null) {
      synchronized (this) {
        if (map == null) {
          Map<String, String> made = new HashMap<>();
          made.put("a", "b");
          map = made;
        }
      }
    }
    return map;
  }

  synchronized Map<String, String> simple() {
    if (simple == null) simple = new HashMap<>();
    return simple;
  }

  synchronized Map<String, String> held() {
    if (inner == null) {
      synchronized (this) {
        if (inner == null) inner = new HashMap<>();
      }
    }
    return inner;
  }

  private Object info;
  private final Thread state = new Thread();

  // The lock is for another test.
  void once() {
    if (info == null) {
      synchronized (state) {
        if (state.isAlive()) info = new Object();
      }
    }
  }

  void other() {
    if (simple == null) {
      synchronized (this) {
        count++;
      }
    }
  }

  private static class Holder {
    static final LazyOk INSTANCE = new LazyOk();
  }
}
