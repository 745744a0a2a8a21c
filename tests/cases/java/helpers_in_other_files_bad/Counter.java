package helpers;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

public class Counter {
  @ThreadSafe
  public static class After {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      try (Guard guard = new Guard(lock)) {
        n++;
      }
      n--; // expect: java-unsynchronized-access "After.n"
    }
  }

  @ThreadSafe
  public static class Later {
    private int n;

    public synchronized void a() {
      Locks.later(() -> n++); // expect: java-unsynchronized-access "Later.n"
    }
  }

  @ThreadSafe
  public static class TwoLocks {
    private final Lock left = new ReentrantLock();
    private final Lock right = new ReentrantLock();
    private int n;

    public void a() {
      Locks.with(left, () -> n++);
    }

    public void b() {
      Locks.with(right, () -> n--); // expect: java-unsynchronized-access "TwoLocks.n"
    }
  }
}
