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

  private final Lock reading;
  private final Lock writing;
  private final List<String> names = new ArrayList<>();

  public lock_sides_ok(String id) {
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
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

class lock_sides_of_field_ok {
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private final Lock reading = new lock_sides_ok.TimedLock(both.readLock(), "read");
  private final Lock writing = new lock_sides_ok.TimedLock(both.writeLock(), "write");
  private final List<String> names = new ArrayList<>();

  public void add(String name) {
    writing.lock(); // expect: java-lock-not-released confidence<50
    names.add(name);
    names.add(name);
    writing.unlock();
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
