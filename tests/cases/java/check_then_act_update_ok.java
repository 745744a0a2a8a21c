import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// Atomic updates, other keys, iterators with the lock. ok: java-check-then-act
public class check_then_act_update_ok {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void up(String key) {
    counts.merge(key, 1, Integer::sum);
  }

  public void copy(String from, String to) {
    counts.put(to, counts.get(from) + 1);
  }

  public synchronized void down(String key) {
    counts.put(key, counts.get(key) - 1);
  }

  public void add(String name) {
    names.add(name);
    names.forEach(n -> counts.merge(n, 1, Integer::sum));
  }

  public String first() {
    synchronized (names) {
      Iterator<String> it = names.iterator();
      return it.hasNext() ? it.next() : null;
    }
  }

  private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();

  // The lock is taken in the same block.
  public void once(String key) {
    lock.lock(); // expect: java-lock-not-released note
    if (!counts.containsKey(key)) counts.put(key, key.length());
    lock.unlock();
  }

  private final java.util.concurrent.atomic.AtomicBoolean started = new java.util.concurrent.atomic.AtomicBoolean();

  // It is tested again with the lock.
  public void start() {
    if (!started.get()) {
      lock.lock();
      try {
        if (started.get()) return;
        started.set(true);
      } finally {
        lock.unlock();
      }
    }
  }
}
