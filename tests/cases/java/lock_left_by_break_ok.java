// ok: java-lock-not-released
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class lock_left_by_break_ok {
  private final Lock lock = new ReentrantLock();
  private int count;

  void heldAfterTheLoop(int limit) {
    for (;;) {
      lock.lock();
      if (count++ > limit) break;
      lock.unlock();
    }
    count = 0;
    lock.unlock();
  }

  void ownLoop(int[] numbers) {
    lock.lock();
    for (int number : numbers) {
      if (number == 0) continue;
      if (number < 0) break;
      count += number;
    }
    lock.unlock();
  }

  void unlocksFirst(int[] numbers) {
    for (int number : numbers) {
      lock.lock();
      if (number == 0) {
        lock.unlock();
        continue;
      }
      count += number;
      lock.unlock();
    }
  }
}
