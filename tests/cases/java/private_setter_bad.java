import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

// One of the callers does not hold the lock.
@ThreadSafe
public class private_setter_bad {
  private int width;
  private final Lock lock = new ReentrantLock();

  private void store(int width) {
    this.width = width; // expect: java-unsynchronized-access "this.lock"
  }

  public void width(int width) {
    lock.lock(); // expect[unlock]: java-lock-not-released
    store(width);
    lock.unlock();
  }

  public void reset() {
    store(0);
  }

  public int half() {
    lock.lock();
    try {
      return width / 2; // access: read
    } finally {
      lock.unlock();
    }
  }
}
