// What a pure function computes from the field is written back in a second step.
class volatile_update_math_bad {
  private volatile int highest;
  private volatile long total;
  private volatile double mean;

  void see(int value) {
    highest = Math.max(highest, value); // expect: java-volatile-update
    total = Long.sum(value, total); // expect: java-volatile-update
    mean = Math.sqrt(mean * mean + value); // expect: java-volatile-update
  }
}
