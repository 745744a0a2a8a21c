// args: --min-confidence 0
// transfer(a, b) and transfer(b, a) at once.
public class lock_twin_arguments_bad {
  private int balance;

  static void transfer(lock_twin_arguments_bad from, lock_twin_arguments_bad to, int amount) {
    synchronized (from) { // related[t]
      synchronized (to) { // expect[t]: java-lock-order "of one argument, then of another" confidence>=50
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }

  static class Cell {
    private final Object lock = new Object();
    private int value;

    static void swap(Cell one, Cell other) {
      exchange(one, other);
    }

    private static void exchange(Cell one, Cell other) {
      synchronized (one.lock) { // related[x]
        synchronized (other.lock) { // expect[x]: java-lock-order "of one argument, then of another" confidence<50
          int kept = one.value;
          one.value = other.value;
          other.value = kept;
        }
      }
    }
  }
}
