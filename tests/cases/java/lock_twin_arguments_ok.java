// An order that all threads share, and one argument. ok: java-lock-order
public class lock_twin_arguments_ok {
  private int id;
  private int balance;

  static void transfer(lock_twin_arguments_ok from, lock_twin_arguments_ok to, int amount) {
    if (from.id > to.id) {
      transfer(to, from, -amount);
      return;
    }
    synchronized (from) {
      synchronized (to) {
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }

  static void touch(lock_twin_arguments_ok one) {
    synchronized (one) {
      synchronized (one) {
        one.balance++;
      }
    }
  }
}
