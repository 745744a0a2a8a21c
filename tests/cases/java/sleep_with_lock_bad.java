// args: --min-confidence 0
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Sleeps {
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private final Object monitor = new Object();
  private Thread worker;
  private boolean open;

  synchronized void sleeps() throws InterruptedException {
    Thread.sleep(100); // expect: java-sleep-with-lock "`this`"
  }

  void sleepsInBlock() throws InterruptedException {
    synchronized (monitor) {
      TimeUnit.SECONDS.sleep(1); // expect: java-sleep-with-lock "`monitor`"
    }
  }

  void joins() throws InterruptedException {
    lock.lock();
    try {
      worker.join(); // expect: java-sleep-with-lock "waits for a thread"
    } finally {
      lock.unlock();
    }
  }

  synchronized void gets(Future<String> task, CountDownLatch latch, BlockingQueue<String> queue) throws Exception {
    task.get(); // expect: java-sleep-with-lock "waits for a task"
    task.get(1, TimeUnit.SECONDS); // expect: java-sleep-with-lock confidence<50
    latch.await(); // expect: java-sleep-with-lock
    queue.take(); // expect: java-sleep-with-lock
  }

  synchronized void twoLocks() throws InterruptedException {
    synchronized (monitor) {
      while (!open) monitor.wait(); // expect: java-sleep-with-lock "`this`"
    }
  }

  void lockAndMonitor() throws InterruptedException {
    synchronized (monitor) {
      lock.lock();
      try {
        while (!open) ready.await(); // expect: java-sleep-with-lock "`monitor`"
      } finally {
        lock.unlock();
      }
    }
  }
}
