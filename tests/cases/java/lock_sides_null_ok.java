import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// A constructor that sets the locks to null makes an object that is never used.
class lock_sides_null_ok { // ok: java-inconsistent-lock
  static final lock_sides_null_ok NONE = new lock_sides_null_ok();
  private final Lock readLock;
  private final Lock writeLock;
  private final Set<String> names = new HashSet<>();

  private lock_sides_null_ok() {
    readLock = null;
    writeLock = null;
  }

  lock_sides_null_ok(int size) {
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    this.readLock = both.readLock();
    this.writeLock = both.writeLock();
  }

  public void add(String name) {
    writeLock.lock();
    try {
      names.add(name);
    } finally {
      writeLock.unlock();
    }
  }

  public void remove(String name) {
    writeLock.lock();
    try {
      names.remove(name);
    } finally {
      writeLock.unlock();
    }
  }

  public boolean isEmpty() {
    readLock.lock();
    try {
      return names.isEmpty();
    } finally {
      readLock.unlock();
    }
  }
}
