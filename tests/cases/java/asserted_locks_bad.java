import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

public class asserted_locks_bad {
  @ThreadSafe
  public static class OtherLock {
    private final ReentrantLock left = new ReentrantLock();
    private final ReentrantLock right = new ReentrantLock();
    private int n;

    private void check() {
      if (!left.isHeldByCurrentThread()) throw new IllegalStateException();
    }

    public void a() {
      check();
      n++; // expect[n]: java-unsynchronized-access "OtherLock.n"
    }

    public void b() {
      right.lock();
      try {
        n++; // access[n]: update
      } finally {
        right.unlock();
      }
    }
  }

  public static class Made {
    private final Object lock = new Object();
    private final Object other = new Object();
    @GuardedBy("this") private int n;

    public void a() {
      new Inner();
    }

    private class Inner implements Runnable {
      private final int seen;

      Inner() {
        seen = n++; // expect: java-guarded-by "Made.n"
      }

      @Override
      public void run() {}
    }

    public void b() {
      synchronized (other) {
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
      size = 3; // expect: java-guarded-by "Part.size"
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
