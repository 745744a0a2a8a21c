import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

// The sides are those of two locks.
@ThreadSafe
public class null_sides_bad {
  private ReentrantReadWriteLock both = null;
  private ReentrantReadWriteLock other = null;
  private Lock read = null;
  private Lock write = null;
  private int n;

  public null_sides_bad() {
    both = new ReentrantReadWriteLock();
    other = new ReentrantReadWriteLock();
    read = both.readLock();
    write = other.writeLock();
  }

  public int get() {
    read.lock();
    try {
      return n; // expect: java-unsynchronized-access "null_sides_bad.n"
    } finally {
      read.unlock();
    }
  }

  public void set(int v) {
    write.lock();
    try {
      n = v;
    } finally {
      write.unlock();
    }
  }
}
