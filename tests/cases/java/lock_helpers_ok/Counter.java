package h;

import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

// Static helpers of another file that lock and unlock what they get.
@ThreadSafe
class Counter { // ok: java-unsynchronized-access
  private final ReentrantLock lock = new ReentrantLock();
  private int hits;

  void hit() {
    Locks.acquire(lock);
    try {
      hits++;
    } finally {
      Locks.release(lock);
    }
  }

  int hits() {
    Runnable none = this::hit;
    none.run();
    Locks.acquire(lock);
    try {
      return hits;
    } finally {
      Locks.release(lock);
    }
  }
}
