// ok: java-check-then-act
import java.util.concurrent.atomic.AtomicInteger;

class atomic_limit_ok {
  private final AtomicInteger used = new AtomicInteger();
  private static final int MAX = 10;

  boolean tested() {
    if (used.get() < MAX) {
      if (used.incrementAndGet() <= MAX) return true;
      used.decrementAndGet();
    }
    return false;
  }

  boolean swapped() {
    for (;;) {
      int now = used.get();
      if (now >= MAX) return false;
      if (used.compareAndSet(now, now + 1)) return true;
    }
  }

  synchronized void locked() {
    if (used.get() < MAX) used.incrementAndGet();
  }
}
