import java.util.concurrent.locks.StampedLock;
import javax.annotation.concurrent.GuardedBy;

public class optimistic_reads_ok { // ok: java-guarded-by
  private final StampedLock lock = new StampedLock();

  @GuardedBy("lock")
  private double x;

  public void move(double by) {
    long stamp = lock.writeLock();
    try {
      x += by;
    } finally {
      lock.unlockWrite(stamp);
    }
  }

  public double get() {
    long stamp = lock.tryOptimisticRead();
    double seen = x;
    if (!lock.validate(stamp)) {
      stamp = lock.readLock();
      try {
        seen = x;
      } finally {
        lock.unlockRead(stamp);
      }
    }
    return seen;
  }
}
