// args: --min-confidence 0
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class DoubtsOfPatterns {
  private final Map<String, Object> groups = new ConcurrentHashMap<>();
  private static final Integer OWN = new Integer(1);
  private Lock lock;
  private Random random;
  private StringBuilder text;

  // The code looks at what it replaced.
  void replaces(String key) {
    Object group = groups.get(key);
    if (group == null) {
      group = new Object();
      Object old = groups.put(key, group); // expect: java-check-then-act "what its change replaced" confidence<50
      assert old == null;
    }
  }

  void own() {
    synchronized (OWN) { // expect: java-bad-lock-object "for this field alone" confidence<50
      groups.clear();
    }
  }

  void barrier() {
    synchronized (new Object()) {} // expect: java-bad-lock-object "memory barrier" confidence<70
  }

  // Final fields of the lock make it visible.
  Lock lock() {
    if (lock == null) { // expect: java-double-checked-locking confidence<50
      synchronized (this) {
        if (lock == null) lock = new ReentrantLock();
      }
    }
    return lock;
  }

  Random random() {
    if (random == null) { // expect: java-double-checked-locking confidence<50
      synchronized (this) {
        if (random == null) random = new Random();
      }
    }
    return random;
  }

  StringBuilder text() {
    if (text == null) { // expect: java-double-checked-locking confidence>=80
      synchronized (this) {
        if (text == null) text = new StringBuilder();
      }
    }
    return text;
  }
}
