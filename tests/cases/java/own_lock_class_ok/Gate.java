import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

// A lock with names of its own.
public class Gate {
  private final ReentrantLock lock = new ReentrantLock();

  public void enter() {
    lock.lock();
  }

  public boolean enter(int millis) {
    try {
      return lock.tryLock(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  public void exit() {
    lock.unlock();
  }

  public int waiting() {
    return lock.getQueueLength();
  }
}
