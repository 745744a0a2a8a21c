package helpers;

import java.util.concurrent.locks.Lock;

public final class Locks {
  private Locks() {}

  public static AutoCloseable hold(Lock lock) {
    lock.lock();
    return lock::unlock;
  }

  public static void with(Lock lock, Runnable task) {
    lock.lock();
    try {
      task.run();
    } finally {
      lock.unlock();
    }
  }

  public static void later(Runnable task) {
    new Thread(task).start();
  }
}
