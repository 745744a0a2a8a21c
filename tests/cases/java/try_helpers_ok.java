import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// A helper that returns what tryLock returned, or false. ok: java-unsynchronized-access
@ThreadSafe
public class try_helpers_ok {
  private final ReentrantLock lock = new ReentrantLock();
  private int n;

  private boolean enter() {
    try {
      return lock.tryLock(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public void close() {
    boolean entered = enter();
    if (!entered) {
      return;
    }
    try {
      n = 0;
    } finally {
      lock.unlock();
    }
  }

  public void up() {
    lock.lock();
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }
}
