import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

// A class that is a lock itself, as the segments of hash tables are: "this" is that lock.
public class inherited_lock_ok { // ok: java-guarded-by
  static class Segment extends ReentrantLock {
    @GuardedBy("this")
    private int count;

    void add() {
      lock();
      try {
        count++;
        changed();
      } finally {
        unlock();
      }
    }

    void addFromLambda(Runnable after) {
      super.lock();
      try {
        count++;
      } finally {
        super.unlock();
      }
      after.run();
    }

    boolean tryAdd() {
      if (!tryLock()) return false;
      try {
        count++;
        return true;
      } finally {
        unlock();
      }
    }

    @GuardedBy("this")
    private void changed() {}

    synchronized void other() {
      lock();
      try {
        changed();
      } finally {
        unlock();
      }
    }
  }

  private final Segment segment = new Segment();

  void add() {
    segment.lock();
    try {
      segment.changed();
    } finally {
      segment.unlock();
    }
  }
}
