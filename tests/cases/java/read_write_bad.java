import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

public class read_write_bad {
  // Two readers may be in at once, so writing there is not protected.
  @ThreadSafe
  public static class WriteUnderRead {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;
    private int hits;

    public int get() {
      rw.readLock().lock();
      try {
        hits++; // expect: java-unsynchronized-access "WriteUnderRead.hits"
        return n;
      } finally {
        rw.readLock().unlock();
      }
    }

    public void set(int v) {
      rw.writeLock().lock();
      try {
        n = v;
      } finally {
        rw.writeLock().unlock();
      }
    }
  }

  @ThreadSafe
  public static class WrongUnlock {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;

    public void set(int v) {
      rw.writeLock().lock();
      n = v;
      rw.readLock().lock();
      rw.writeLock().unlock();
      n = v + 1; // expect: java-unsynchronized-access "WrongUnlock.n"
      rw.readLock().unlock();
    }
  }
}
