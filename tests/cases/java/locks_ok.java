import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// The protocols of java.util.concurrent.locks.Lock.
@ThreadSafe
public class locks_ok { // ok: java-unsynchronized-access
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int n;

  public void finallyUnlock() {
    lock.lock();
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  public int lockInside() {
    try {
      lock.lock();
      return n;
    } finally {
      lock.unlock();
    }
  }

  public void interruptibly() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  public boolean ifTry() {
    if (lock.tryLock()) {
      try {
        n++;
        return true;
      } finally {
        lock.unlock();
      }
    }
    return false;
  }

  public boolean notTry() throws InterruptedException {
    if (!lock.tryLock(1, TimeUnit.SECONDS)) {
      return false;
    }
    try {
      n++;
    } finally {
      lock.unlock();
    }
    return true;
  }

  public void andTry(boolean wanted) {
    if (wanted && lock.tryLock()) {
      n++;
      lock.unlock();
    }
  }

  public void orTry(boolean unwanted) {
    if (unwanted || !lock.tryLock()) return;
    n++;
    lock.unlock();
  }

  public void localTry() {
    boolean mine = lock.tryLock();
    if (mine) {
      try {
        n++;
      } finally {
        lock.unlock();
      }
    }
  }

  public void localNotTry() {
    boolean mine = false;
    mine = lock.tryLock();
    if (!mine) return;
    n++;
    lock.unlock();
  }

  public void assignTry() {
    boolean mine;
    if (mine = lock.tryLock()) {
      n++;
      lock.unlock();
    }
  }

  public void throwTry() {
    if (!lock.tryLock()) throw new IllegalStateException("busy");
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  public void spin() {
    while (!lock.tryLock()) {
      Thread.onSpinWait();
    }
    n++;
    lock.unlock();
  }

  public int ternary() {
    return lock.tryLock() ? take() : -1;
  }

  private int take() {
    int r = n;
    lock.unlock();
    return r;
  }

  public void awaits() throws InterruptedException {
    lock.lock();
    try {
      while (n == 0) {
        changed.await();
      }
      n--;
    } finally {
      lock.unlock();
    }
  }

  public void reentrant() {
    lock.lock();
    lock.lock();
    lock.unlock();
    n++;
    lock.unlock();
  }

  public void alias() {
    final Lock l = lock;
    l.lock();
    try {
      n++;
    } finally {
      l.unlock();
    }
  }

  private void enter() {
    lock.lock();
  }

  private void leave() {
    lock.unlock();
  }

  public void helpers() {
    enter();
    try {
      n++;
    } finally {
      leave();
    }
  }

  public void loop(int[] items) {
    for (int item : items) {
      lock.lock();
      try {
        if (item == 0) continue;
        if (item < 0) break;
        n += item;
      } finally {
        lock.unlock();
      }
    }
  }

  public int kinds(int k) {
    lock.lock();
    try {
      switch (k) {
        case 0:
          return n;
        case 1:
          n = 1;
          break;
        default:
          n += k;
      }
      return switch (k) {
        case 5 -> n++;
        case 6 -> {
          n--;
          yield n;
        }
        default -> n;
      };
    } catch (RuntimeException e) {
      n = -1;
      throw e;
    } finally {
      n++;
      lock.unlock();
    }
  }

  public void mayWait(boolean patient) throws InterruptedException {
    final boolean mine;
    if (patient) {
      lock.lock();
      mine = true;
    } else {
      mine = lock.tryLock(1, TimeUnit.SECONDS);
    }
    if (mine) {
      try {
        n++;
      } finally {
        lock.unlock();
      }
    }
  }

  public void sometimes(boolean needed) {
    boolean mine = false;
    if (needed) {
      lock.lock();
      mine = true;
    }
    Thread.onSpinWait();
    if (mine) {
      n++;
      lock.unlock();
    }
  }

  public void asserted() {
    lock.lock();
    try {
      helper();
    } finally {
      lock.unlock();
    }
  }

  private void helper() {
    n++;
  }

  @ThreadSafe
  public static class ComparedWithTrue {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      if (lock.tryLock() == true) {
        n++;
        lock.unlock();
      }
    }

    public void b() {
      if (lock.tryLock() != true) return;
      n++;
      lock.unlock();
    }

    public void c() {
      boolean first = lock.tryLock();
      boolean second = first;
      if (second) {
        n++;
        lock.unlock();
      }
    }
  }
}
