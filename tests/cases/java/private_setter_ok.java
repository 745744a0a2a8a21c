import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

// A private method holds what all its callers hold.
@ThreadSafe
public class private_setter_ok { // ok: java-unsynchronized-access
  private int width;
  private final Lock lock = new ReentrantLock();

  private void store(int width) {
    this.width = width;
  }

  private void deeper(int width) {
    if (width > 100) deeper(width - 1);
    store(width);
  }

  public void width(int width) {
    lock.lock(); // expect: java-lock-not-released
    store(width);
    lock.unlock();
  }

  public void grow() {
    lock.lock();
    try {
      deeper(width + 1);
    } finally {
      lock.unlock();
    }
  }
}
