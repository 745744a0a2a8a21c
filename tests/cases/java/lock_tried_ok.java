import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// ok: java-lock-not-released
class lock_tried_ok {
  private final Lock lock = new ReentrantLock();
  private int count;

  void nested(boolean stop) {
    if (lock.tryLock()) {
      try {
        if (stop) return;
        count++;
      } finally {
        lock.unlock();
      }
    }
  }

  int early(boolean stop) throws InterruptedException {
    if (!lock.tryLock(1, TimeUnit.SECONDS)) return 0;
    try {
      return stop ? 1 : count;
    } finally {
      lock.unlock();
    }
  }

  void counted() {
    if (!lock.tryLock()) {
      lock.lock();
    }
    count++;
    lock.unlock();
  }

  boolean begin() {
    if (lock.tryLock()) {
      count++;
      return true;
    }
    return false;
  }

  void end() {
    lock.unlock();
  }
}
