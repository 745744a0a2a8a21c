// args: --min-confidence 0
class Counts {
  private volatile int n;

  void count() {
    n++; // expect: java-volatile-update confidence<50
  }
}
