import java.util.concurrent.locks.ReentrantLock;

final class Manager {
  private final ReentrantLock own = new ReentrantLock();
  private Object registry;

  static Manager create(int size) {
    return new Manager();
  }

  Object registry() {
    own.lock();
    try {
      if (registry == null) registry = new Object();
      return registry;
    } finally {
      own.unlock();
    }
  }

  void shutdown() {
    own.lock();
    try {
      if (Registry.current() == registry) registry = null;
    } finally {
      own.unlock();
    }
  }
}
