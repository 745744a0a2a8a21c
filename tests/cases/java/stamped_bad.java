import java.util.concurrent.locks.StampedLock;
import javax.annotation.concurrent.ThreadSafe;

public class stamped_bad {
  @ThreadSafe
  public static class WriteOptimistic {
    private final StampedLock sl = new StampedLock();
    private int n;

    public void set(int v) {
      long stamp = sl.tryOptimisticRead();
      n = v; // expect: java-unsynchronized-access "WriteOptimistic.n"
      sl.validate(stamp);
    }
  }

  @ThreadSafe
  public static class AfterValidate {
    private final StampedLock sl = new StampedLock();
    private int n;

    public void set(int v) {
      long stamp = sl.writeLock();
      n = v;
      sl.unlockWrite(stamp);
    }

    public int get() {
      long stamp = sl.tryOptimisticRead();
      if (sl.validate(stamp)) {
        return n; // expect: java-unsynchronized-access "AfterValidate.n"
      }
      return 0;
    }
  }

  @ThreadSafe
  public static class NotConverted {
    private final StampedLock sl = new StampedLock();
    private int n;

    public void set(int v) {
      long stamp = sl.readLock();
      long ws = sl.tryConvertToWriteLock(stamp);
      if (ws == 0L) {
        n = v; // expect: java-unsynchronized-access "NotConverted.n"
      }
      sl.unlock(stamp);
    }
  }

  // Nobody asks whether the read was undisturbed.
  @ThreadSafe
  public static class NeverValidated {
    private final StampedLock sl = new StampedLock();
    private int n;

    public void set(int v) {
      long stamp = sl.writeLock();
      n = v;
      sl.unlockWrite(stamp);
    }

    public int get() {
      long stamp = sl.tryOptimisticRead();
      return n; // expect: java-unsynchronized-access "NeverValidated.n"
    }
  }

  @ThreadSafe
  public static class ValidatedElsewhere {
    private final StampedLock sl = new StampedLock();
    private int n;

    public void set(int v) {
      long stamp = sl.writeLock();
      n = v;
      sl.unlockWrite(stamp);
    }

    public int get(boolean sure) {
      long stamp = sl.tryOptimisticRead();
      if (sure) {
        int read = n;
        return sl.validate(stamp) ? read : -1;
      }
      stamp = sl.tryOptimisticRead();
      return n; // expect: java-unsynchronized-access "ValidatedElsewhere.n"
    }
  }
}
