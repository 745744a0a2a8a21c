import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

// A callee takes the same lock again, in its try block: the caller still holds it afterwards. ok: java-*
public class reentrant_callee_ok {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, String> paused = new HashMap<>();

  public void put(String key) {
    lock.lock();
    try {
      paused.put(key, key);
    } finally {
      lock.unlock();
    }
  }

  public void remove(String key) {
    lock.lock();
    try {
      paused.remove(key);
    } finally {
      lock.unlock();
    }
  }

  public void pause(String key) {
    if (key.isEmpty()) {
      try {
        lock.lock();
        paused.put(key, key);
      } finally {
        lock.unlock();
      }
    }
  }

  public void select(List<String> all) {
    lock.lock();
    try {
      for (String key : all) {
        try {
          if (paused.get(key) != null) pause(key);
        } catch (RuntimeException e) {
          System.out.println(e);
        }
      }
      paused.clear();
    } finally {
      lock.unlock();
    }
  }
}
