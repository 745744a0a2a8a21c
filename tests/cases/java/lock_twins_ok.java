// One order for all threads, one lock at a time, or one object. ok: java-lock-order
public class lock_twins_ok {
  static class Account {
    private final int id;
    private int balance;
    private Account parent;

    Account(int id, Account parent) {
      this.id = id;
      this.parent = parent;
    }

    void pay(Account other, int amount) {
      if (id < other.id) {
        synchronized (this) {
          synchronized (other) {
            balance -= amount;
            other.balance += amount;
          }
        }
      } else {
        synchronized (other) {
          synchronized (this) {
            balance -= amount;
            other.balance += amount;
          }
        }
      }
    }

    static void move(Account from, Account to) {
      Account first = from.id < to.id ? from : to;
      Account second = first == from ? to : from;
      synchronized (first) {
        synchronized (second) {
          System.out.println(first.id);
        }
      }
    }

    void take(Account other) {
      int theirs = other.balance();
      synchronized (this) {
        balance += theirs;
      }
    }

    synchronized int balance() {
      return balance + name(this);
    }

    private synchronized int name(Account own) {
      return id;
    }

    synchronized void up() {
      synchronized (parent) {
        parent.balance++;
      }
    }
  }
}
