import java.util.concurrent.locks.StampedLock;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class stamped_ok { // ok: java-unsynchronized-access
  private final StampedLock sl = new StampedLock();
  private double x;
  private double y;

  public void move(double dx, double dy) {
    long stamp = sl.writeLock();
    try {
      x += dx;
      y += dy;
    } finally {
      sl.unlockWrite(stamp);
    }
  }

  public double reading() {
    long stamp = sl.readLock();
    try {
      return x + y;
    } finally {
      sl.unlock(stamp);
    }
  }

  public double optimistic() {
    long stamp = sl.tryOptimisticRead();
    double cx = x;
    double cy = y;
    if (!sl.validate(stamp)) {
      stamp = sl.readLock();
      try {
        cx = x;
        cy = y;
      } finally {
        sl.unlockRead(stamp);
      }
    }
    return cx * cy;
  }

  public double retry() {
    long stamp = sl.tryOptimisticRead();
    try {
      for (;; stamp = sl.readLock()) {
        if (stamp == 0L) continue;
        double cx = x;
        double cy = y;
        if (!sl.validate(stamp)) continue;
        return cx - cy;
      }
    } finally {
      if (StampedLock.isReadLockStamp(stamp)) sl.unlockRead(stamp);
    }
  }

  public void upgrade(double to) {
    long stamp = sl.readLock();
    try {
      while (x == 0.0 && y == 0.0) {
        long ws = sl.tryConvertToWriteLock(stamp);
        if (ws != 0L) {
          stamp = ws;
          x = to;
          y = to;
          break;
        } else {
          sl.unlockRead(stamp);
          stamp = sl.writeLock();
        }
      }
    } finally {
      sl.unlock(stamp);
    }
  }

  public boolean tryMove(double dx) {
    long stamp = sl.tryWriteLock();
    if (stamp == 0L) return false;
    try {
      x += dx;
      return true;
    } finally {
      sl.unlockWrite(stamp);
    }
  }

  public void view(double v) {
    sl.asWriteLock().lock();
    try {
      x = v;
    } finally {
      sl.asWriteLock().unlock();
    }
  }
}
