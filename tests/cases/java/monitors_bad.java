import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

public class monitors_bad {
  // synchronized (lock) is not lock.lock().
  @ThreadSafe
  public static class TwoKinds {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      lock.lock();
      try {
        n++; // expect: java-unsynchronized-access "TwoKinds.n"
      } finally {
        lock.unlock();
      }
    }

    public void b() {
      synchronized (lock) { // expect: java-bad-lock-object
        n++;
      }
    }
  }

  @ThreadSafe
  public static class TwoLocks {
    private final Object left = new Object();
    private final Object right = new Object();
    private int n;

    public void a() {
      synchronized (left) {
        n++;
      }
    }

    public int a2() {
      synchronized (left) {
        return n;
      }
    }

    public void b() {
      synchronized (right) {
        n++; // expect: java-unsynchronized-access "this.left"
      }
    }
  }

  // An instance's lock does not guard what all instances share.
  @ThreadSafe
  public static class StaticByInstance {
    private static int n;

    public synchronized void a() {
      n++; // expect: java-unsynchronized-access "StaticByInstance.n"
    }
  }

  // this is not other.
  @ThreadSafe
  public static class Other {
    private int n;

    public synchronized void add(int more) {
      n += more;
    }

    public synchronized int sum(Other other) {
      return n + other.n; // expect: java-unsynchronized-access "Other.n"
    }
  }

  @ThreadSafe
  public static class Mixed {
    private int n;

    public synchronized void up() {
      n++;
    }

    public synchronized int twice() {
      return 2 * n;
    }

    public int get() {
      return n; // expect[get]: java-unsynchronized-access "this"
    }
  }

  // A new object each time excludes nobody.
  @ThreadSafe
  public static class FreshLock {
    private int n;

    public void a() {
      synchronized (new Object()) { // expect: java-bad-lock-object
        n++; // expect: java-unsynchronized-access
      }
    }

    public void b() {
      Object lock = new Object();
      synchronized (lock) { // expect: java-bad-lock-object
        n++;
      }
    }
  }

  @ThreadSafe
  public static class AfterBlock {
    private int n;

    public void a() {
      synchronized (this) {
        n++;
      }
      n--; // expect: java-unsynchronized-access
    }
  }
}
