import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A jump out of the block leaves the lock held.
class lock_left_by_break_bad {
  private final Lock lock = new ReentrantLock();
  private int count;

  void loop(int limit) {
    for (;;) {
      lock.lock(); // expect: java-lock-not-released "leaves before"
      if (count++ > limit) break;
      lock.unlock();
    }
  }

  void next(int[] numbers) {
    for (int number : numbers) {
      lock.lock(); // expect: java-lock-not-released "leaves before"
      if (number == 0) continue;
      count += number;
      lock.unlock();
    }
  }
}
