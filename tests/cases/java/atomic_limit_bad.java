import java.util.concurrent.atomic.AtomicInteger;

// The limit is tested, and then the number changes in a second step.
class atomic_limit_bad {
  private final AtomicInteger used = new AtomicInteger();
  private static final int MAX = 10;

  void take() {
    if (used.get() < MAX) {
      used.incrementAndGet(); // expect: java-check-then-act "passes the limit"
    }
  }

  void giveBack() {
    if (used.get() > 0) used.decrementAndGet(); // expect: java-check-then-act "passes the limit"
  }
}
