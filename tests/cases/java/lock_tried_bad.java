import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// What tryLock() acquired must be released on every path, too.
class lock_tried_bad {
  private final Lock lock = new ReentrantLock();
  private int count;

  void nested(boolean stop) {
    if (lock.tryLock()) { // expect[a]: java-lock-not-released "path that leaves"
      if (stop) return; // related[a]
      count++;
      lock.unlock();
    }
  }

  int early(boolean stop) {
    if (!lock.tryLock()) return 0; // expect[b]: java-lock-not-released "path that leaves"
    if (stop) return 1; // related[b]
    lock.unlock();
    return 2;
  }
}
