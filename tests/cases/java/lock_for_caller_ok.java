import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// ok: java-lock-not-released
// The methods of a lock leave with it held when they succeed, and unlock when they fail.
public class lock_for_caller_ok {
  private final ReentrantLock delegate = new ReentrantLock();
  private volatile boolean taken;

  public void lockInterruptibly() throws InterruptedException {
    delegate.lockInterruptibly();
    while (true) {
      try {
        while (!acquireRemote()) {
          if (Thread.currentThread().isInterrupted()) throw new InterruptedException();
        }
        break;
      } catch (InterruptedException e) {
        delegate.unlock();
        throw e;
      } catch (RuntimeException e) {
        delegate.unlock();
        throw e;
      }
    }
  }

  public boolean tryLockRemote(long time) throws InterruptedException {
    delegate.lock();
    if (!taken) return true;
    delegate.unlock();
    return false;
  }

  public void unlock() {
    taken = false;
    delegate.unlock();
  }

  private boolean acquireRemote() {
    if (taken) return false;
    taken = true;
    return true;
  }
}
