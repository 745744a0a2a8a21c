import java.util.HashMap;
import java.util.Map;

// The first test may return early, and a flag must be set last.
class inverted_double_check_bad {
  private Map<String, String> table;
  private boolean plain;
  private volatile boolean ready;
  private int size;

  Map<String, String> table() {
    if (table != null) return table; // expect[a]: java-double-checked-locking "not volatile"
    synchronized (this) {
      if (table == null) table = new HashMap<>(); // access[a]: write
      return table;
    }
  }

  void prepare() {
    if (plain) { // expect[b]: java-double-checked-locking "not volatile"
      return;
    }
    synchronized (this) {
      if (!plain) {
        size = 3;
        plain = true; // access[b]: write
      }
    }
  }

  void announce() {
    if (!ready) { // expect[c]: java-double-checked-locking "before what it announces"
      synchronized (this) {
        if (!ready) {
          ready = true; // access[c]: write
          size = 4; // related[c]
        }
      }
    }
  }
}
