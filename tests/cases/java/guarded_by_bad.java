import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.GuardedBy;

// Wherever the annotation stands: this class claims nothing else.
public class guarded_by_bad {
  private static final Object STATIC_LOCK = new Object();
  private final Object lock = new Object();
  private final Lock gate = new ReentrantLock();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();

  @GuardedBy("this") private int a;
  @GuardedBy("lock") private int b;
  @GuardedBy("this.gate") private int c;
  @GuardedBy("guarded_by_bad.STATIC_LOCK") private int d;
  @GuardedBy("guarded_by_bad.class") private static int e;
  @GuardedBy("getLock()") private int f;
  @GuardedBy("itself") private final List<String> g = new ArrayList<>();
  @GuardedBy("rw") private int h;
  @GuardedBy("rw.writeLock()") private int i;
  @GuardedBy("lock") private volatile int j;

  @GuardedBy("nosuch") private int k; // expect: java-guarded-by "nosuch"
  @GuardedBy("lock.nothing") private int l; // expect: java-guarded-by "nothing"
  @GuardedBy("the user interface thread") private int m; // expect: java-guarded-by note

  private Object getLock() {
    return lock;
  }

  public void bad() {
    a++; // expect: java-guarded-by "guarded_by_bad.a"
    b++; // expect: java-guarded-by "this.lock"
    c++; // expect: java-guarded-by
    d++; // expect: java-guarded-by
    e++; // expect: java-guarded-by
    f++; // expect: java-guarded-by
    g.add("x"); // expect: java-guarded-by
    i++; // expect: java-guarded-by
    j++; // expect: java-guarded-by; expect: java-volatile-update
    rw.readLock().lock();
    h++; // expect: java-guarded-by "write"
    rw.readLock().unlock();
  }

  @GuardedBy("lock")
  private void change() {
    b--;
  }

  public void call() {
    change(); // expect: java-guarded-by "change"
  }

  class Inner {
    @GuardedBy("guarded_by_bad.this") private int n;

    synchronized void up() {
      n++; // expect: java-guarded-by "Inner.n"
    }
  }
}
