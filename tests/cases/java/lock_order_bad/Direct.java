import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Direct {
  private final Object first = new Object();
  private final Object second = new Object();
  private final Lock a = new ReentrantLock();
  private final Lock b = new ReentrantLock();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private final List<ChangeListener> listeners = new ArrayList<>();
  private int n;

  void there() {
    synchronized (first) {
      synchronized (second) { // expect: java-lock-order "Direct.first" confidence>=70
        n++;
      }
    }
  }

  void back() {
    synchronized (second) {
      synchronized (first) {
        n++;
      }
    }
  }

  void locks() {
    a.lock();
    try {
      b.lock(); // expect: java-lock-order "Direct.b"
      try {
        n++;
      } finally {
        b.unlock();
      }
    } finally {
      a.unlock();
    }
  }

  void other() {
    b.lock();
    try {
      takeA();
    } finally {
      b.unlock();
    }
  }

  private void takeA() {
    a.lock();
    try {
      n++;
    } finally {
      a.unlock();
    }
  }

  synchronized void reads() {
    rw.readLock().lock(); // expect: java-lock-order confidence<50
    try {
      n++;
    } finally {
      rw.readLock().unlock();
    }
  }

  void readsBack() {
    rw.readLock().lock();
    try {
      synchronized (this) {
        n++;
      }
    } finally {
      rw.readLock().unlock();
    }
  }

  synchronized void fire() {
    for (ChangeListener listener : listeners) {
      listener.changed(n); // expect: java-lock-order note "listeners"
    }
  }

  interface ChangeListener {
    void changed(int n);
  }
}
