// ok: java-wait-notify
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class WaitsOk {
  private final Queue<String> jobs = new ArrayDeque<>();
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private final CountDownLatch latch = new CountDownLatch(1);

  synchronized String take() throws InterruptedException {
    while (jobs.isEmpty()) {
      wait();
    }
    notify();
    return jobs.remove();
  }

  void latch() throws InterruptedException {
    latch.await();
  }

  void condition() throws InterruptedException {
    lock.lock();
    try {
      while (jobs.isEmpty()) ready.await();
      for (; ; ) {
        if (!jobs.isEmpty()) break;
        ready.awaitNanos(10);
      }
    } finally {
      lock.unlock();
    }
  }

  void ofClass() throws InterruptedException {
    synchronized (WaitsOk.class) {
      while (jobs.isEmpty()) WaitsOk.class.wait();
      WaitsOk.class.notifyAll();
    }
  }

  void block() {
    synchronized (jobs) {
      jobs.notifyAll();
    }
  }

  void calls() {
    synchronized (this) {
      wake();
    }
  }

  private void wake() {
    notifyAll();
  }

  void alias() {
    Queue<String> same = jobs;
    synchronized (same) {
      jobs.notifyAll();
    }
  }

  static class Signal {
    void notify(String who) {}

    void wait(int a, int b, int c) {}

    void use(Signal other) {
      other.notify("x");
      other.wait(1, 2, 3);
    }
  }
}
