import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

public class handles_bad {
  static final class Guard implements AutoCloseable {
    private final Lock lock;

    Guard(Lock lock) {
      this.lock = lock;
      lock.lock();
    }

    @Override
    public void close() {
      lock.unlock();
    }
  }

  interface Unlock extends AutoCloseable {
    @Override
    void close();
  }

  @ThreadSafe
  public static class AfterClose {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void a() {
      Guard guard = new Guard(lock);
      n++;
      guard.close();
      n--; // expect: java-unsynchronized-access "AfterClose.n"
    }
  }

  @ThreadSafe
  public static class AfterTry {
    private final Lock lock = new ReentrantLock();
    private int n;

    private Unlock hold() {
      lock.lock();
      return lock::unlock;
    }

    public int a() {
      try (Unlock held = hold()) {
        n++;
      }
      return n; // expect: java-unsynchronized-access "AfterTry.n"
    }
  }

  @ThreadSafe
  public static class WriteWhileReading {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int n;

    private Unlock read() {
      lock.readLock().lock();
      return () -> lock.readLock().unlock();
    }

    public void up() {
      try (Unlock held = read()) {
        n++; // expect: java-unsynchronized-access "WriteWhileReading.n"
      }
    }
  }

  // What it returns unlocks, but nothing has locked.
  @ThreadSafe
  public static class NoLock {
    private final Lock lock = new ReentrantLock();
    private int n;

    private Unlock hold() {
      return () -> lock.unlock();
    }

    public void up() {
      try (Unlock held = hold()) {
        n++; // expect: java-unsynchronized-access "NoLock.n"
      }
    }
  }
}
