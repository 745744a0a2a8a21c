import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// A wrapper around one side of a read/write lock is that side.
public class lock_sides_ok { // ok: java-inconsistent-lock
  static class TimedLock implements Lock {
    private final Lock inner;

    TimedLock(Lock inner, String name) {
      this.inner = inner;
    }

    public void lock() {
      inner.lock();
    }

    public void unlock() {
      inner.unlock();
    }
  }

  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private final Lock reading;
  private final Lock writing;
  private final List<String> names = new ArrayList<>();

  public lock_sides_ok(String id) {
    reading = new TimedLock(both.readLock(), id + " read");
    writing = new TimedLock(both.writeLock(), id + " write");
  }

  public void add(String name) {
    writing.lock();
    try {
      names.add(name);
    } finally {
      writing.unlock();
    }
  }

  public void remove(String name) {
    writing.lock();
    try {
      names.remove(name);
    } finally {
      writing.unlock();
    }
  }

  public int size() {
    reading.lock();
    try {
      return names.size();
    } finally {
      reading.unlock();
    }
  }
}
