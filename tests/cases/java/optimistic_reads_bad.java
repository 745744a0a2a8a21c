import java.util.concurrent.locks.StampedLock;
import javax.annotation.concurrent.GuardedBy;

// An optimistic read protects what is read only if it is validated afterwards.
public class optimistic_reads_bad {
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

  public double never() {
    long stamp = lock.tryOptimisticRead();
    return x; // expect: java-guarded-by "never validated"
  }
}
