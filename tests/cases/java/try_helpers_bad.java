import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// The helper also returns true without the lock.
@ThreadSafe
public class try_helpers_bad {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean alone;
  private int n;

  private boolean enter() {
    if (alone) return true;
    return lock.tryLock();
  }

  public void reset() {
    if (enter()) {
      n = 0; // expect[n]: java-unsynchronized-access
    }
  }

  public void up() {
    lock.lock();
    try {
      n++; // access[n]: update
    } finally {
      lock.unlock();
    }
  }
}
