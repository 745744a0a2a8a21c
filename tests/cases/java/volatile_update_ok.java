// ok: java-volatile-update
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class VolatileUpdatesOk {
  private volatile int hits;
  private volatile int max;
  private volatile Node head;
  private int plain;
  private final Object lock = new Object();
  private final Lock other = new ReentrantLock();

  VolatileUpdatesOk() {
    hits++;
  }

  void set(int n) {
    hits = n;
    plain++;
  }

  synchronized void inSynchronizedMethod() {
    hits++;
  }

  void inBlock() {
    synchronized (lock) {
      hits++;
    }
  }

  void withLock() {
    other.lock();
    try {
      hits += 2;
    } finally {
      other.unlock();
    }
  }

  void tried() {
    if (other.tryLock()) {
      try {
        hits++;
      } finally {
        other.unlock();
      }
    }
  }

  void calls() {
    synchronized (lock) {
      step();
    }
  }

  private void step() {
    hits++;
    deeper();
  }

  private void deeper() {
    hits--;
  }

  void hitLocked() {
    hits++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  void known() {
    hits++;
  }

  void local() {
    int hits = 0;
    hits++;
    head = head.next;
  }

  static class Node {
    Node next;
  }
}
