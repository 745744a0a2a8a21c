import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

// Objects that hold a lock until they are closed. ok: java-unsynchronized-access
public class handles_ok {
  static final class Guard implements AutoCloseable {
    private final Lock lock;

    Guard(Lock lock) {
      this.lock = lock;
      lock.lock();
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  interface Unlock extends AutoCloseable {
    @Override
    void close();
  }

  // Made before the try.
  @ThreadSafe
  public static class InVariable {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      Guard guard = new Guard(lock);
      try (guard) {
        n++;
      }
    }

    public void b() {
      final Guard guard = new Guard(lock);
      try {
        n++;
      } finally {
        guard.close();
      }
    }

    public int c() {
      lock.lock();
      try {
        return n;
      } finally {
        lock.unlock();
      }
    }
  }

  // A method locks and returns what will unlock.
  @ThreadSafe
  public static class Factory {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int n;

    private Unlock write() {
      lock.writeLock().lock();
      return () -> lock.writeLock().unlock();
    }

    private Unlock read() {
      lock.readLock().lock();
      return lock.readLock()::unlock;
    }

    public void up() {
      try (Unlock held = write()) {
        n++;
      }
    }

    public int get() {
      try (var held = read()) {
        return n;
      }
    }
  }

  // The lock is its own handle.
  static class Gate implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();

    Gate enter() {
      lock.lock();
      return this;
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  @ThreadSafe
  public static class ByGate {
    private final Gate gate = new Gate();
    private int n;

    public void up() {
      try (Gate held = gate.enter()) {
        n++;
      }
    }

    public int get() {
      Gate held = gate.enter();
      try {
        return n;
      } finally {
        held.close();
      }
    }
  }

  // The lock is a parameter of the factory.
  @ThreadSafe
  public static class ByParameter {
    private final Lock lock = new ReentrantLock();
    private int n;

    private static Unlock hold(Lock wanted) {
      wanted.lock();
      return new Unlock() {
        @Override
        public void close() {
          wanted.unlock();
        }
      };
    }

    public void up() {
      try (Unlock held = hold(lock)) {
        n++;
      }
    }

    public void down() {
      try (Unlock held = hold(lock)) {
        n--;
      }
    }
  }

  // A class of somebody else that is a handle by its name.
  @ThreadSafe
  public static class ByName {
    private final org.example.Store store = org.example.Store.open();
    private int n;

    public void up() {
      try (org.example.ExclusiveLockHandle held = store.lockForUpdate()) {
        n++;
      }
    }

    public int get() {
      try (org.example.SharedLockHandle held = store.lockForReading()) {
        return n;
      }
    }
  }
}
