import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

// args: --min-confidence 0
class Unreleased {
  private final Lock lock = new ReentrantLock();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private final StampedLock stamped = new StampedLock();
  private final List<String> list = new ArrayList<>();
  private int n;

  void process(int i) {
    if (i < 0) throw new IllegalArgumentException();
  }

  void noFinally() {
    lock.lock(); // expect: java-lock-not-released "throws"
    process(n);
    lock.unlock();
  }

  int leaves(boolean early) {
    lock.lock(); // expect: java-lock-not-released "leaves"
    if (early) {
      return 0;
    }
    n++;
    lock.unlock();
    return n;
  }

  void throwsOut() {
    lock.lock(); // expect: java-lock-not-released confidence>=70
    if (n < 0) throw new IllegalStateException();
    n++;
    lock.unlock();
  }

  void lateTry() {
    lock.lock(); // expect: java-lock-not-released "between the lock and the `try`" confidence<50
    process(n);
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  void views() {
    rw.readLock().lock(); // expect: java-lock-not-released
    process(n); // expect: java-inconsistent-lock "this.lock"
    rw.readLock().unlock();
  }

  void stamped() {
    long stamp = stamped.writeLock(); // expect: java-lock-not-released
    process(n);
    stamped.unlockWrite(stamp);
  }

  void leavesBeforeTry() {
    lock.lock(); // expect: java-lock-not-released "before the `try`"
    if (n == 0) return;
    try {
      n++;
    } finally {
      lock.unlock();
    }
  }

  void libraryOnly() {
    lock.lock(); // expect: java-lock-not-released confidence<50
    list.add("a");
    lock.unlock();
  }
}
