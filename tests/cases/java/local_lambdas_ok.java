import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// A lambda in a local variable runs where it is called. ok: java-unsynchronized-access
public class local_lambdas_ok {
  @ThreadSafe
  public static class Called {
    private int n;

    public synchronized void a() throws Exception {
      Runnable up = () -> n++;
      up.run();
      Callable<Integer> get = () -> n;
      get.call();
    }

    public synchronized int get() {
      return n;
    }
  }

  @ThreadSafe
  public static class PassedToHelper {
    private final Lock lock = new ReentrantLock();
    private int n;

    private void locked(Runnable task) {
      lock.lock();
      try {
        task.run();
      } finally {
        lock.unlock();
      }
    }

    public void a() {
      Runnable up = () -> n++;
      locked(up);
    }

    public void b() {
      locked(() -> n--);
    }
  }

  // A lambda around a lambda, run at once.
  @ThreadSafe
  public static class Wrapped {
    private int n;

    private static Runnable unchecked(Callable<?> task) {
      return () -> {
        try {
          task.call();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      };
    }

    public synchronized void a() {
      unchecked(() -> n++).run();
    }

    public synchronized int get() {
      return n;
    }
  }
}
