import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

// A class whose constructor locks and whose close() unlocks; and classes that are locks themselves.
@ThreadSafe
public class lock_wrappers_ok { // ok: java-unsynchronized-access
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private int n;

  static final class Guard implements AutoCloseable {
    private final Lock held;

    Guard(Lock lock) {
      this.held = lock;
      held.lock();
    }

    @Override
    public void close() {
      held.unlock();
    }
  }

  public int get() {
    try (Guard g = new Guard(rw.readLock())) {
      return n;
    }
  }

  public void set(int v) {
    try (Guard g = new Guard(rw.writeLock())) {
      n = v;
    }
  }

  private Guard writing() {
    return new Guard(rw.writeLock());
  }

  public void setByHelper(int v) {
    try (Guard g = writing()) {
      n = v;
    } catch (RuntimeException e) {
      throw e;
    }
  }

  static final class Gate {
    private final Lock inner = new ReentrantLock();

    void lock() {
      inner.lock();
    }

    void unlock() {
      inner.unlock();
    }
  }

  @ThreadSafe
  public static class WithGate {
    private final Gate gate = new Gate();
    private int n;

    public void up() {
      gate.lock();
      try {
        n++;
      } finally {
        gate.unlock();
      }
    }
  }
}
