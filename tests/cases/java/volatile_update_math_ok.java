// ok: java-volatile-update
class volatile_update_math_ok {
  private volatile int highest;
  private volatile int other;

  void see(int value) {
    highest = Math.max(other, value);
    highest = Integer.parseInt("7");
  }

  synchronized void locked(int value) {
    highest = Math.max(highest, value);
  }
}
