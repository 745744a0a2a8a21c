import java.util.HashMap;
import java.util.Map;

// ok: java-double-checked-locking
class inverted_double_check_ok {
  private volatile Map<String, String> table;
  private volatile boolean ready;
  private Map<String, String> plain;
  private boolean closed;
  private int size;

  Map<String, String> table() {
    if (table != null) return table;
    synchronized (this) {
      if (table == null) table = new HashMap<>();
      return table;
    }
  }

  void announce() {
    if (!ready) {
      synchronized (this) {
        if (!ready) {
          size = 4;
          ready = true;
        }
      }
    }
  }

  synchronized Map<String, String> plain() {
    if (plain != null) return plain;
    synchronized (this) {
      if (plain == null) plain = new HashMap<>();
      return plain;
    }
  }

  void close() {
    if (closed) return;
    synchronized (this) {
      if (closed) return;
      closed = true;
      size = 0;
    }
  }

  void much() {
    if (table != null) return;
    plain();
    synchronized (this) {
      if (table == null) table = new HashMap<>();
    }
  }

  void unrelated(String name) {
    if (name != null) return;
    synchronized (this) {
      if (size == 0) size = 1;
    }
  }
}
