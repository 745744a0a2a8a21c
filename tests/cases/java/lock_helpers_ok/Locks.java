package h;

import java.util.concurrent.locks.Lock;

final class Locks {
  static void acquire(Lock lock) {
    lock.lock();
  }

  static void release(Lock lock) {
    lock.unlock();
  }
}
