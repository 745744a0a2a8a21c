import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LocksInRecords {
  record Guarded(Lock lock, List<String> items) {
    void add(String s) {
      lock.lock();
      try {
        items.add(s);
      } finally {
        lock.unlock();
      }
    }

    // The accessors are the fields.
    void drop(String s) {
      lock().lock();
      try {
        items().remove(s);
      } finally {
        lock().unlock();
      }
    }

    boolean has(String s) {
      return items.contains(s); // expect: java-inconsistent-lock "items"
    }
  }

  static class User {
    private final Guarded guarded = new Guarded(new ReentrantLock(), new ArrayList<>());
    private int n;

    void up() {
      guarded.lock().lock();
      try {
        n++;
      } finally {
        guarded.lock().unlock();
      }
    }

    void down() {
      guarded.lock().lock();
      try {
        n--;
      } finally {
        guarded.lock().unlock();
      }
    }

    void reset() {
      n = 0; // expect: java-inconsistent-lock "User.n"
    }
  }
}
