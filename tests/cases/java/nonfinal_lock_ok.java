import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// A lock behind a field that is not final counts.
@ThreadSafe
public class nonfinal_lock_ok { // ok: java-unsynchronized-access
  private Lock lock = new ReentrantLock();
  private int n;

  public void up() {
    lock.lock();
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }
}
