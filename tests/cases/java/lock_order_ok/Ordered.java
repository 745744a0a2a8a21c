// ok: java-lock-order
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Ordered {
  private final Object first = new Object();
  private final Object second = new Object();
  private final Object gate = new Object();
  private final Object left = new Object();
  private final Object right = new Object();
  private final Lock lock = new ReentrantLock();
  private final List<ChangeListener> listeners = new ArrayList<>();
  private int n;

  void one() {
    synchronized (first) {
      synchronized (second) {
        n++;
      }
    }
  }

  void same() {
    synchronized (first) {
      takeSecond();
    }
  }

  private void takeSecond() {
    synchronized (second) {
      n++;
    }
  }

  void oneAfterTheOther() {
    synchronized (second) {
      n++;
    }
    synchronized (first) {
      n++;
    }
  }

  void gated() {
    synchronized (gate) {
      synchronized (left) {
        synchronized (right) {
          n++;
        }
      }
    }
  }

  void gatedBack() {
    synchronized (gate) {
      synchronized (right) {
        synchronized (left) {
          n++;
        }
      }
    }
  }

  synchronized void reentrant() {
    again();
  }

  synchronized void again() {
    n++;
  }

  synchronized void tries() {
    if (lock.tryLock()) {
      lock.unlock();
    }
  }

  void lockThenThis() {
    lock.lock();
    try {
      again();
    } finally {
      lock.unlock();
    }
  }

  void later() {
    synchronized (second) {
      new Thread(
              () -> {
                synchronized (first) {
                  n++;
                }
              })
          .start();
    }
  }

  private final Lock take = new ReentrantLock();
  private final Lock put = new ReentrantLock();

  void drains() {
    take.lock();
    try {
      n++;
    } finally {
      take.unlock();
      signal();
    }
  }

  private void signal() {
    put.lock();
    try {
      n++;
    } finally {
      put.unlock();
    }
  }

  void both() {
    put.lock();
    take.lock();
    try {
      n++;
    } finally {
      take.unlock();
      put.unlock();
    }
  }

  void fire() {
    List<ChangeListener> copy;
    synchronized (this) {
      copy = new ArrayList<>(listeners);
    }
    for (ChangeListener listener : copy) listener.changed(n);
  }

  interface ChangeListener {
    void changed(int n);
  }
}

class Parent {
  private int n;

  synchronized void grow(Child child) {
    child.shrink();
    n++;
  }
}

// The same object may be both: the lock is reentrant.
class Child extends Parent {
  synchronized void shrink() {
    grow(this);
  }
}

class Maker {
  private final Object lock = new Object();
  private int n;

  // Nobody else has the new object.
  void make() {
    synchronized (lock) {
      Made made = new Made(this);
      made.fill();
    }
  }

  void count() {
    synchronized (lock) {
      n++;
    }
  }
}

class Made {
  private final Maker maker;

  Made(Maker maker) {
    this.maker = maker;
  }

  synchronized void fill() {
    maker.count();
  }
}
