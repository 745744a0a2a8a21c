// ok: java-bad-lock-object
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class GoodLocks {
  private final Object lock = new Object();
  private static final Object GLOBAL = new Object();
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Object> locks = new HashMap<>();
  private Object set;
  private final String name;

  GoodLocks(String name) {
    this.name = name;
    set = new Object();
  }

  void fine(Object parameter) {
    synchronized (lock) {
      set.hashCode();
    }
    synchronized (GLOBAL) {
      set.hashCode();
    }
    synchronized (this) {
      set.hashCode();
    }
    synchronized (GoodLocks.class) {
      set.hashCode();
    }
    synchronized (getClass()) {
      set.hashCode();
    }
    synchronized (names) {
      names.clear();
    }
    synchronized (parameter) {
      names.clear();
    }
    synchronized (set) {
      names.clear();
    }
  }

  void handedOver() {
    Object gate = new Object();
    new Thread(
            () -> {
              synchronized (gate) {
                gate.notifyAll();
              }
            })
        .start();
    synchronized (gate) {
      names.clear();
    }
  }

  void kept(String key) {
    Object mine = new Object();
    locks.put(key, mine);
    synchronized (mine) {
      names.clear();
    }
  }

  void looked(String key) {
    Object its = locks.get(key);
    synchronized (its) {
      names.clear();
    }
  }

  // Each run of the lambda locks the same object.
  void inLambdas(java.util.concurrent.ExecutorService workers) {
    Object shared = new Object();
    for (int i = 0; i < 4; i++) {
      workers.submit(
          () -> {
            synchronized (shared) {
              names.clear();
            }
          });
    }
  }

  // Two threads: the anonymous one locks what the method made, in the other order.
  void inThread() {
    final Object first = new Object();
    final Object second = new Object();
    new Thread() {
      @Override
      public void run() {
        synchronized (second) {
          synchronized (first) {
            names.clear();
          }
        }
      }
    }.start();
    synchronized (first) {
      synchronized (second) {
        names.clear();
      }
    }
  }
}
