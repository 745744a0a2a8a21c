// ok: java-lock-order
// args: --min-confidence 0
import java.util.concurrent.locks.ReentrantLock;

class Registry {
  static final ReentrantLock GLOBAL = new ReentrantLock();
  static Object current;

  static Object current() {
    GLOBAL.lock();
    try {
      // No other thread has the new manager.
      if (current == null) current = Manager.create(1).registry();
      return current;
    } finally {
      GLOBAL.unlock();
    }
  }
}
