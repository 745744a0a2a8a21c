// ok: java-lock-not-released
// args: --min-confidence 0
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Released {
  private final Lock lock = new ReentrantLock();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private int n;

  void process(int i) {}

  void usual() {
    lock.lock();
    try {
      process(n);
    } finally {
      lock.unlock();
    }
  }

  void plain() {
    lock.lock();
    n = n + 1;
    lock.unlock();
    process(n);
  }

  void inside() {
    try {
      lock.lock();
      process(n);
    } finally {
      lock.unlock();
    }
  }

  void caught() {
    lock.lock();
    try {
      process(n);
      lock.unlock();
    } catch (RuntimeException e) {
      lock.unlock();
      throw e;
    }
  }

  int everyPath() {
    lock.lock();
    if (n == 0) {
      lock.unlock();
      return 1;
    }
    int result = n;
    lock.unlock();
    return result;
  }

  void forTheCaller() {
    lock.lock();
    n++;
  }

  void done() {
    lock.unlock();
  }

  void both() {
    rw.readLock().lock();
    rw.writeLock().lock();
    try {
      process(n); // expect: java-inconsistent-lock "this.lock"
    } finally {
      rw.writeLock().unlock();
      rw.readLock().unlock();
    }
  }

  void localBetween() {
    lock.lock();
    boolean done = false;
    try {
      process(n);
    } finally {
      if (!done) lock.unlock();
    }
  }

  // A lock of the project whose lock(timeout) answers whether it was acquired.
  static class TimedLock {
    private final Lock inner = new ReentrantLock();

    boolean lock(int seconds) {
      return inner.tryLock();
    }

    void unlock() {
      inner.unlock();
    }
  }

  private final TimedLock timed = new TimedLock();

  void answered() {
    boolean locked = timed.lock(3);
    if (!locked) {
      return;
    }
    try {
      process(1);
    } finally {
      timed.unlock();
    }
  }
}
