import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

// Both sides of one lock, in fields that begin as null.
@ThreadSafe
public class null_sides_ok { // ok: java-unsynchronized-access; ok: java-lock-order
  private ReentrantReadWriteLock both = null;
  private final Object counter = new Object();
  private Lock read = null;
  private Lock write = null;
  private int n;

  public null_sides_ok() {
    both = new ReentrantReadWriteLock();
    read = both.readLock();
    write = both.writeLock();
  }

  public int get() {
    read.lock();
    try {
      return n;
    } finally {
      read.unlock();
    }
  }

  // A thread that holds the write lock gets the read lock at once.
  public void downgrade() {
    write.lock();
    try {
      synchronized (counter) {
        n++;
        read.lock();
      }
    } finally {
      write.unlock();
    }
    read.unlock();
  }

  public void count() {
    read.lock();
    try {
      synchronized (counter) {
        System.out.println(n);
      }
    } finally {
      read.unlock();
    }
  }
}
