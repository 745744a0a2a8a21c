import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// Who gets past the check holds the lock. ok: java-unsynchronized-access; ok: java-guarded-by
public class asserted_locks_ok {
  @ThreadSafe
  public static class Helper {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;

    private void check() {
      if (!lock.isHeldByCurrentThread()) throw new IllegalStateException();
    }

    public void a() {
      check();
      n++;
    }

    public void b() {
      lock.lock();
      try {
        n++;
      } finally {
        lock.unlock();
      }
    }
  }

  // Both tests are made, whichever fails first.
  @ThreadSafe
  public static class Both {
    private final ReentrantLock lock = new ReentrantLock();
    private Both owner = this;
    private int n;

    public void a() {
      if (!((owner == this) & lock.isHeldByCurrentThread())) throw new IllegalMonitorStateException();
      n++;
    }

    public void b() {
      if (owner != this | !lock.isHeldByCurrentThread()) throw new IllegalMonitorStateException();
      n++;
    }
  }

  // The constructors run where their callers are: under the lock, which one of them is given.
  public static class Made {
    private final Object lock = new Object();
    @GuardedBy("this") private int n;

    public synchronized void a() {
      new Outer();
    }

    private class Outer {
      private final Inner inner = new Inner();

      private class Inner implements Runnable {
        private final int seen;

        Inner() {
          seen = n++;
        }

        @Override
        public void run() {}
      }
    }

    public void b() {
      synchronized (lock) {
        new Part(lock);
      }
    }
  }

  static class Part {
    private final Object lock;
    @GuardedBy("lock") private int size;

    Part(Object lock) {
      this.lock = lock;
      Parts.add(this);
      size = 3;
    }

    public void grow() {
      synchronized (lock) {
        size++;
      }
    }
  }

  static class Parts {
    static void add(Part part) {}
  }
}
