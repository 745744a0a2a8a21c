// args: --min-confidence 0
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

// Classes that claim nothing: the lock that most accesses hold is the rule.
public class inconsistent_lock_bad {
  private final List<String> waiting = new ArrayList<>();
  private int hits;
  private boolean closed;

  public synchronized void add(String job) {
    if (closed) throw new IllegalStateException(); // access[c]: read
    waiting.add(job); // access[w]: write
    hits++; // access[h]: update
  }

  public synchronized String next() {
    hits++; // access[h]: update
    return waiting.isEmpty() ? null : waiting.remove(0); // access[w]: read; access[w]: write
  }

  public synchronized boolean isOpen() {
    return !closed; // access[c]: read
  }

  public int size() {
    return waiting.size(); // expect[w]: java-inconsistent-lock "ConcurrentModificationException"
  }

  public void reset() {
    hits = 0; // expect[h]: java-inconsistent-lock "this, which 2 of 3 accesses hold"
  }

  // The only write, with the other lock.
  private final Object other = new Object();

  public synchronized void close() {
    closed = true; // access[c]: write
  }

  public void abort() {
    synchronized (other) {
      closed = true; // expect[c]: java-inconsistent-lock "overwrites"
    }
  }
}

class explicit_lock {
  private final ReentrantLock lock = new ReentrantLock();
  private Map<String, Integer> sizes = new HashMap<>();

  public void put(String key, int size) {
    lock.lock();
    try {
      sizes.put(key, size); // access[s]: write
    } finally {
      lock.unlock();
    }
  }

  public void remove(String key) {
    lock.lock();
    try {
      sizes.remove(key); // access[s]: write
    } finally {
      lock.unlock();
    }
  }

  public Integer get(String key) {
    return sizes.get(key); // expect[s]: java-inconsistent-lock "hold this.lock at every access" confidence>=50
  }
}
