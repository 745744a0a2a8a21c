// ok: java-sleep-with-lock
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

class SleepsOk {
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private final Object monitor = new Object();
  private Thread worker;
  private boolean open;

  void sleeps() throws InterruptedException {
    synchronized (this) {
      open = true;
    }
    Thread.sleep(100);
    worker.join();
  }

  void afterUnlock() throws InterruptedException {
    lock.lock();
    open = false;
    lock.unlock();
    Thread.sleep(10);
  }

  synchronized void waits() throws InterruptedException {
    while (!open) wait();
    while (!open) this.wait(10);
  }

  void condition() throws InterruptedException {
    lock.lock();
    try {
      while (!open) ready.await();
    } finally {
      lock.unlock();
    }
  }

  synchronized void later(Map<String, String> map, Supplier<String> supplier, CountDownLatch latch) {
    map.get("a");
    supplier.get();
    latch.countDown();
    new Thread(
            () -> {
              try {
                Thread.sleep(1);
              } catch (InterruptedException e) {
                open = true;
              }
            })
        .start();
  }
}
