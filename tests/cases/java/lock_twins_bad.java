import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// a.pay(b) and b.pay(a) at once.
public class lock_twins_bad {
  static class Account {
    private int balance;

    void pay(Account other, int amount) {
      synchronized (this) { // related[p]
        synchronized (other) { // expect[p]: java-lock-order "of its own object, then of its argument" confidence>=50
          balance -= amount;
          other.balance += amount;
        }
      }
    }
  }

  static class Basket {
    private int size;

    public synchronized void take(Basket other) { // related[t]
      size += other.size(); // expect[t]: java-lock-order "with the objects exchanged" confidence>=50
    }

    public synchronized int size() {
      return size;
    }
  }

  static class Pot {
    private final Lock lock = new ReentrantLock();
    private int level;

    boolean same(Object o) {
      Pot other = (Pot) o;
      lock.lock(); // related[e]
      try {
        other.lock.lock(); // expect[e]: java-lock-order "Pot.lock"
        try {
          return level == other.level;
        } finally {
          other.lock.unlock();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
