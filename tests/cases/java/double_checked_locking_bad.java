import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Lazy {
  private Map<String, String> map;
  private static Lazy instance;
  private volatile Map<String, String> early;
  private boolean ready;
  private String name;
  private Object copied;
  private final Object lock = new Object();

  Map<String, String> map() {
    if (map == null) { // expect[a]: java-double-checked-locking "Lazy.map"
      synchronized (this) {
        if (map == null) {
          map = new HashMap<>(); // access[a]: write
        }
      }
    }
    return map;
  }

  static Lazy instance() {
    if (instance == null) { // expect[b]: java-double-checked-locking
      synchronized (Lazy.class) {
        if (instance == null) instance = new Lazy(); // access[b]: write
      }
    }
    return instance;
  }

  Object copied() {
    Object result = copied;
    if (result == null) { // expect[c]: java-double-checked-locking
      synchronized (lock) {
        result = copied;
        if (result == null) copied = result = new Object(); // access[c]: write
      }
    }
    return result;
  }

  void flag() {
    if (!ready) { // expect[d]: java-double-checked-locking confidence<80
      synchronized (lock) {
        if (!ready) {
          map = new HashMap<>();
          ready = true; // access[d]: write
        }
      }
    }
  }

  String name() {
    if (name == null) { // expect[e]: java-double-checked-locking confidence<50
      synchronized (lock) {
        if (name == null) name = "n" + lock; // access[e]: write
      }
    }
    return name;
  }

  Map<String, String> early() {
    if (early == null) { // expect[f]: java-double-checked-locking "before its object is complete"
      synchronized (lock) {
        if (early == null) {
          early = new HashMap<>(); // access[f]: write
          early.put("a", "b"); // related[f]
        }
      }
    }
    return early;
  }

  private List<String> frozen;

  List<String> frozen() {
    if (frozen == null) { // expect[g]: java-double-checked-locking confidence<50
      synchronized (lock) {
        if (frozen == null) frozen = Collections.unmodifiableList(new ArrayList<>()); // access[g]: write
      }
    }
    return frozen;
  }
}
