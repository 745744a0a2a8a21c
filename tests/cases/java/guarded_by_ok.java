import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.GuardedBy;

public class guarded_by_ok { // ok: java-guarded-by
  private static final Object STATIC_LOCK = new Object();
  private final Object lock = new Object();
  private final Lock gate = new ReentrantLock();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();

  @GuardedBy("this") private int a;
  @GuardedBy("lock") private int b;
  @GuardedBy("this.gate") private int c;
  @GuardedBy("guarded_by_ok.STATIC_LOCK") private int d;
  @GuardedBy("guarded_by_ok.class") private static int e;
  @GuardedBy("getLock()") private int f;
  @GuardedBy("itself") private final List<String> g = new ArrayList<>();
  @GuardedBy("rw") private int h;
  @GuardedBy("rw.writeLock()") private int i;
  @GuardedBy("lock") private volatile int j;

  public guarded_by_ok() {
    a = 1;
    b = 2;
  }

  private Object getLock() {
    return lock;
  }

  public synchronized void first() {
    a++;
  }

  public void second() {
    synchronized (lock) {
      b++;
      change();
      f++;
      j++;
    }
    synchronized (getLock()) {
      f++;
    }
    synchronized (STATIC_LOCK) {
      d++;
    }
    synchronized (guarded_by_ok.class) {
      e++;
    }
    synchronized (g) {
      g.add("x");
    }
  }

  public int third() {
    gate.lock();
    try {
      c++;
    } finally {
      gate.unlock();
    }
    rw.readLock().lock();
    try {
      return h + j;
    } finally {
      rw.readLock().unlock();
    }
  }

  public void fourth() {
    rw.writeLock().lock();
    try {
      h++;
      i++;
    } finally {
      rw.writeLock().unlock();
    }
  }

  @GuardedBy("lock")
  private void change() {
    b--;
  }

  class Inner {
    @GuardedBy("guarded_by_ok.this") private int n;

    void up() {
      synchronized (guarded_by_ok.this) {
        n++;
      }
    }
  }

  synchronized void outer(Inner inner) {
    inner.n = 3;
  }
}
