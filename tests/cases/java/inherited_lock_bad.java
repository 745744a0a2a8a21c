import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

public class inherited_lock_bad {
  static class Segment extends ReentrantLock {
    @GuardedBy("this")
    private int count;

    @GuardedBy("this")
    private int tried;

    void add() {
      lock();
      try {
        count++;
      } finally {
        unlock();
      }
      count--; // expect: java-guarded-by "this"
    }

    void tryAdd() {
      if (tryLock()) {
        tried++;
        unlock();
      } else {
        tried++; // expect: java-guarded-by "this"
      }
    }

    // Its own lock(), which locks nothing.
    static class Other {
      @GuardedBy("this")
      private int number;

      void lock() {}

      void add() {
        lock();
        number++; // expect: java-guarded-by "this"
      }
    }
  }
}
