// ok: java-wait-notify
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// The condition is tested again after the wait, without a loop around the call.
class wait_tested_again_ok {
  private final Queue<String> jobs = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition progress = lock.newCondition();
  private boolean slow;

  String next() throws InterruptedException {
    synchronized (jobs) {
      if (!jobs.isEmpty()) return jobs.remove();
      jobs.wait();
      return next();
    }
  }

  boolean hasNext() throws InterruptedException {
    lock.lock();
    try {
      while (true) {
        if (!jobs.isEmpty()) return true;
        awaitProgress();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitProgress() throws InterruptedException {
    if (slow) {
      progress.await();
    } else {
      progress.await();
    }
  }
}
