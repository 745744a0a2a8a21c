import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class double_checked_forms_bad {
  static class Config {
    int size;
  }

  private final Lock lock = new ReentrantLock();
  private Config config;
  private static volatile Config shared;

  public Config config() {
    if (config == null) { // expect[a]: java-double-checked-locking
      lock.lock();
      try {
        if (config == null) config = new Config(); // access[a]: write
      } finally {
        lock.unlock();
      }
    }
    return config;
  }

  public static Config shared() {
    if (shared == null) { // expect[b]: java-double-checked-locking "before its object is complete"
      synchronized (Config.class) {
        if (shared == null) {
          shared = new Config(); // access[b]: write
          shared.size = 3; // related[b]
        }
      }
    }
    return shared;
  }
}
