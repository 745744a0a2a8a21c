import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

public class locks_bad {
  @ThreadSafe
  public static class AfterUnlock {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      lock.lock();
      n++;
      lock.unlock();
      n--; // expect: java-unsynchronized-access "AfterUnlock.n"
    }
  }

  @ThreadSafe
  public static class TryIgnored {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      lock.lock();
      n++;
      lock.unlock();
    }

    public void b() {
      lock.tryLock();
      n++; // expect: java-unsynchronized-access "TryIgnored.n"
    }
  }

  @ThreadSafe
  public static class TryElse {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      if (lock.tryLock()) {
        n++;
        lock.unlock();
      } else {
        n--; // expect: java-unsynchronized-access "TryElse.n"
      }
    }
  }

  @ThreadSafe
  public static class TryOr {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(boolean force) {
      if (force || lock.tryLock()) {
        n++; // expect: java-unsynchronized-access "TryOr.n"
        lock.unlock();
      }
    }
  }

  @ThreadSafe
  public static class TryStale {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(boolean other) {
      boolean mine = lock.tryLock();
      mine = other;
      if (mine) {
        n++; // expect: java-unsynchronized-access "TryStale.n"
      }
    }
  }

  @ThreadSafe
  public static class OneBranch {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(boolean careful) {
      if (careful) lock.lock();
      n++; // expect: java-unsynchronized-access "OneBranch.n"
      if (careful) lock.unlock();
    }
  }

  @ThreadSafe
  public static class UnlockInLoop {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(int times) {
      lock.lock();
      for (int i = 0; i < times; i++) {
        n++; // expect: java-unsynchronized-access "UnlockInLoop.n"
        lock.unlock();
      }
    }
  }

  @ThreadSafe
  public static class InCatch {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      try {
        prepare();
        lock.lock();
        n++;
        lock.unlock();
      } catch (IllegalStateException e) {
        n = 0; // expect: java-unsynchronized-access "InCatch.n"
      }
    }

    private void prepare() {}
  }

  @ThreadSafe
  public static class AfterFinally {
    private final Lock lock = new ReentrantLock();
    private int n;

    public int a() {
      lock.lock();
      try {
        n++;
      } finally {
        lock.unlock();
      }
      return n; // expect: java-unsynchronized-access "AfterFinally.n"
    }
  }

  @ThreadSafe
  public static class TrueTooSoon {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(boolean needed) {
      boolean mine = true;
      if (needed) {
        lock.lock();
        n++;
        lock.unlock();
      }
      if (mine) {
        n++; // expect: java-unsynchronized-access "TrueTooSoon.n"
      }
    }
  }

  // The finally block is one place, however control leaves.
  @ThreadSafe
  public static class Finally {
    private int n;

    public int a(int k) {
      try {
        if (k == 0) return 1;
        if (k == 1) throw new IllegalStateException();
      } finally {
        n = k; // expect[f]: java-unsynchronized-access "Finally.n"
      }
      return n; // access[f]: read
    }
  }

  @ThreadSafe
  public static class ComparedWithTrue {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      if (lock.tryLock() != true) {
        n++; // expect: java-unsynchronized-access "ComparedWithTrue.n"
      }
    }
  }

  @ThreadSafe
  public static class OtherBoolean {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a(boolean other) {
      boolean mine = lock.tryLock();
      boolean asked = other;
      if (asked) {
        n++; // expect: java-unsynchronized-access "OtherBoolean.n"
      }
      if (mine) lock.unlock();
    }
  }
}
