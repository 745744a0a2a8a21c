import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class lock_wrappers_bad {
  private final Lock lock = new ReentrantLock();
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

  public void set(int v) {
    try (Guard g = new Guard(lock)) {
      n = v;
    } catch (RuntimeException e) {
      n = 0; // expect: java-unsynchronized-access "lock_wrappers_bad.n"
    }
  }
}
