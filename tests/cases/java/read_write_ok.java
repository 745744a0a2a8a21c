import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class read_write_ok { // ok: java-unsynchronized-access
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  private final Lock reading = rw.readLock();
  private final Lock writing;
  private int n;

  public read_write_ok() {
    writing = rw.writeLock();
  }

  public int direct() {
    rw.readLock().lock();
    try {
      return n;
    } finally {
      rw.readLock().unlock();
    }
  }

  public int byField() {
    reading.lock();
    try {
      return n;
    } finally {
      reading.unlock();
    }
  }

  public int byLocal() {
    Lock l = rw.readLock();
    l.lock();
    try {
      return n;
    } finally {
      l.unlock();
    }
  }

  public void write(int v) {
    rw.writeLock().lock();
    try {
      n = v;
    } finally {
      rw.writeLock().unlock();
    }
  }

  public void writeByField() {
    writing.lock();
    try {
      n++;
    } finally {
      writing.unlock();
    }
  }

  private Lock writeLock() {
    return rw.writeLock();
  }

  public void writeByGetter() {
    writeLock().lock();
    try {
      n++;
    } finally {
      writeLock().unlock();
    }
  }

  public int downgrade(int v) {
    rw.writeLock().lock();
    n = v;
    rw.readLock().lock();
    rw.writeLock().unlock();
    int seen = n;
    rw.readLock().unlock();
    return seen;
  }

  public void tryWrite(int v) {
    if (rw.writeLock().tryLock()) {
      try {
        n = v;
      } finally {
        rw.writeLock().unlock();
      }
    }
  }
}
