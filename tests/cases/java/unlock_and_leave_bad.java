import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// After a branch that unlocks and leaves, the lock is still held.
class unlock_and_leave_bad {
  private final Lock lock = new ReentrantLock();
  private int count;

  void check() {
    lock.lock(); // expect[a]: java-lock-not-released "path that leaves"
    if (count > 2) {
      lock.unlock();
      throw new IllegalStateException();
    }
    if (count > 1) throw new IllegalStateException(); // related[a]
    lock.unlock();
  }
}
