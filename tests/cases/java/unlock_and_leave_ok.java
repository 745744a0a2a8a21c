import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// ok: java-lock-not-released
class unlock_and_leave_ok {
  private final Lock lock = new ReentrantLock();
  private int count;

  void check() {
    lock.lock();
    if (count > 2) {
      lock.unlock();
      throw new IllegalStateException();
    }
    if (count > 1) {
      lock.unlock();
      return;
    }
    count = 5;
    lock.unlock();
  }

  boolean begin() {
    lock.lock();
    if (count > 3) {
      lock.unlock();
      return false;
    }
    return true;
  }

  void end() {
    lock.unlock();
  }

  void either() {
    lock.lock();
    if (count > 2) {
      count = 1;
      lock.unlock();
    } else {
      lock.unlock();
      throw new IllegalStateException();
    }
  }
}
