import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Waits {
  private final Queue<String> jobs = new ArrayDeque<>();
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private int free;
  private boolean open;

  synchronized String take() throws InterruptedException {
    if (jobs.isEmpty()) wait(); // expect: java-wait-notify "not in a loop"
    return jobs.remove();
  }

  synchronized void pause() throws InterruptedException {
    if (free == 0) this.wait(100); // expect: java-wait-notify confidence<50
  }

  void await() throws InterruptedException {
    lock.lock();
    try {
      if (jobs.isEmpty()) ready.await(); // expect: java-wait-notify "await"
    } finally {
      lock.unlock();
    }
  }

  synchronized void helper() throws InterruptedException {
    wait(); // expect: java-wait-notify confidence<50
  }

  void wrongMonitor() throws InterruptedException {
    synchronized (jobs) {
      while (jobs.isEmpty()) jobs.wait();
    }
    jobs.notifyAll(); // expect: java-wait-notify "IllegalMonitorStateException"
  }

  void condition() throws InterruptedException {
    lock.lock();
    try {
      ready.notifyAll(); // expect: java-wait-notify "signal"
    } finally {
      lock.unlock();
    }
  }

  synchronized void forFree() throws InterruptedException {
    while (free == 0) wait();
  }

  synchronized void forOpen() throws InterruptedException {
    while (!open) wait();
  }

  synchronized void release() {
    free++;
    notify(); // expect: java-wait-notify "notifyAll"
  }
}
