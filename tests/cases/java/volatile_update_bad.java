class VolatileUpdates {
  private volatile int hits;
  private volatile long total;
  private volatile boolean on;
  static volatile int made;
  private final Object lock = new Object();

  void hit() {
    hits++; // expect: java-volatile-update "VolatileUpdates.hits"
  }

  int next() {
    return ++this.hits; // expect: java-volatile-update "AtomicInteger"
  }

  void add(long n) {
    total += n; // expect: java-volatile-update "AtomicLong"
  }

  void addLong(long n) {
    total = total + n; // expect: java-volatile-update
  }

  void toggle() {
    on = !on; // expect: java-volatile-update confidence<40
  }

  static void count() {
    made--; // expect: java-volatile-update "VolatileUpdates.made" confidence>=50
  }

  void afterTheLock() {
    synchronized (lock) {
      on = true;
    }
    hits++; // expect: java-volatile-update
  }

  Runnable later() {
    synchronized (lock) {
      return () -> {
        hits++; // expect: java-volatile-update
      };
    }
  }
}

// One thread makes the updates, perhaps.
class Ticker extends Thread {
  volatile int ticks;

  @Override
  public void run() {
    while (true) ticks++; // expect: java-volatile-update confidence<50
  }
}
