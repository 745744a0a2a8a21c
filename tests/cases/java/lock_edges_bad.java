import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.*;

public class lock_edges_bad {
  @ThreadSafe public static class ReadLockWrite { // a write under the read lock
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;
    public void inc() {
      rw.readLock().lock();
      try {
        n++;  // expect[a]: java-unsynchronized-access
      } finally {
        rw.readLock().unlock();
      }
    }
    public int get() {
      rw.readLock().lock();
      try {
        return n;  // access[a]: read
      } finally {
        rw.readLock().unlock();
      }
    }
  }
  @ThreadSafe public static class TryIgnored { // the answer of tryLock is ignored
    private final Lock l = new ReentrantLock();
    private int n;
    public void inc() {
      l.tryLock();
      try {
        n++;  // expect[b]: java-unsynchronized-access
      } finally {
        l.unlock();
      }
    }
  }
  @ThreadSafe
  public static class TryWrongEdge {
    private final Lock l = new ReentrantLock();
    private int n;
    public void inc() {
      if (!l.tryLock()) {
        n++;  // expect[c]: java-unsynchronized-access
      } else {
        try {
          n += 2;  // access[c]: update
        } finally {
          l.unlock();
        }
      }
    }
  }
  @ThreadSafe
  public static class TryOr {
    private final Lock l = new ReentrantLock();
    private int n;
    public void inc(boolean force) {
      if (l.tryLock() || force) {
        n++;  // expect[d]: java-unsynchronized-access
      }
    }
  }
  @ThreadSafe
  public static class Interrupted {
    private final Lock l = new ReentrantLock();
    private int n;
    public void inc() {
      try {
        l.lockInterruptibly();
      } catch (InterruptedException e) {
      }
      n++;  // expect[e]: java-unsynchronized-access
      l.unlock();
    }
  }
  @ThreadSafe
  public static class AfterFinally {
    private final Lock l = new ReentrantLock();
    private int n;
    public void inc() {
      l.lock();
      try {
        n++;  // access[f]: update
      } finally {
        l.unlock();
        n++;  // expect[f]: java-unsynchronized-access
      }
    }
  }
  @ThreadSafe
  public static class StaticByInstance {
    private static int n;
    public synchronized void inc() {
      n++;  // expect[g]: java-unsynchronized-access
    }
  }
  @ThreadSafe
  public static class ClassVsThis {
    private int n;
    public void a() {
      synchronized (ClassVsThis.class) {
        n++;  // expect[h]: java-unsynchronized-access
      }
    }
    public synchronized void b() {
      n++;  // access[h]: update
    }
  }
  @ThreadSafe
  public static class GetClassMonitor {
    private static int n;
    public void a() {
      synchronized (getClass()) { // expect: java-bad-lock-object
        n++;  // expect[i]: java-unsynchronized-access
      }
    }
    public static synchronized void b() {
      n++;  // access[i]: update
    }
  }
  @ThreadSafe
  public static class VolInc {
    private volatile int n; // nothing of this rule: the field is volatile
    public void a() {
      n++; // expect: java-volatile-update
    }
  }
  @ThreadSafe
  public static class VolArr {
    private volatile int[] a = null;
    public void s(int i) {
      a[i]++;  // expect[j]: java-unsynchronized-access
    }
  }
  @ThreadSafe
  public static class LambdaEscapes {
    private int n;
    private final Executor ex;
    public LambdaEscapes(Executor e) {
      ex = e;
    }
    public synchronized void a() {
      ex.execute(() -> n++);  // expect[k]: java-unsynchronized-access
    }
    public synchronized int get() {
      return n;  // access[k]: read
    }
  }
  @ThreadSafe
  public static class AnonEscapes {
    private int n;
    public synchronized void a() {
      new Thread(new Runnable() {
        public void run() {
          n++;  // expect[l]: java-unsynchronized-access
        }
      }).start();
    }
    public synchronized int get() {
      return n;  // access[l]: read
    }
  }
  @ThreadSafe
  public static class Other {
    private int n;
    public synchronized void copy(Other o) {
      n = o.n;  // expect[m]: java-unsynchronized-access
    }
  }
  @ThreadSafe
  public static class ThisEscape {
    private int n;  // expect[n]: java-unsafe-publication
    public ThisEscape(List<ThisEscape> l) {
      l.add(this);
      n = 3;  // expect[o]: java-unsynchronized-access; related[n]
    }
    public synchronized int get() {
      return n;  // access[o]: read
    }
    public synchronized void set(int x) {
      n = x;  // access[o]: write
    }
  }
  @ThreadSafe
  public static class IterRemove {
    private final List<String> l = new ArrayList<>();
    public void a() {
      Iterator<String> it = l.iterator();  // access[p]: read
      while (it.hasNext()) {  // access[p]: read
        it.next();  // access[p]: read
        it.remove();  // expect[p]: java-unsynchronized-access
      }
    }
    public synchronized int size() {
      return l.size();  // access[p]: read
    }
  }
  @ThreadSafe
  public static class ViewMod {
    private final Map<String, String> m = new HashMap<>();
    public void a() {
      m.entrySet().removeIf(e -> e.getKey().isEmpty());  // expect[q]: java-unsynchronized-access
    }
    public synchronized int size() {
      return m.size();  // access[q]: read
    }
  }
  @ThreadSafe
  public static class Matrix {
    private final int[][] m = new int[3][3];
    public void a() {
      m[1][2]++;  // expect[r]: java-unsynchronized-access
    }
    public void viaLocal() {
      int[] row = m[0];  // access[r]: read
      row[1] = 5;  // access[r]: write
    }
  }
  public static class G {
    @GuardedBy("nosuch") private int a;  // expect[s]: java-guarded-by
    @GuardedBy("this") private int b;
    public void x() {
      b++;  // expect[t]: java-guarded-by
    }
    @GuardedBy("itself") private final List<String> l = new ArrayList<>();
    public void y() {
      l.add("");  // expect[u]: java-guarded-by
    }
    @GuardedBy("lock()") private int c;
    private final Object o = new Object();
    private Object lock() {
      return o;
    }
    public void z() {
      c++;  // expect[v]: java-guarded-by
    }
    public void zok() {
      synchronized (lock()) {
        c++;
      }
    }
    @GuardedBy("G.class") private static int d;
    public synchronized void w() {
      d++;  // expect[w]: java-guarded-by; expect: java-static-state
    }
    @GuardedBy("this")
    private void held() {
      b++;
    }
    public void q() {
      held();  // expect[x]: java-guarded-by
    }
    class In {
      @GuardedBy("G.this") int e;
      void f() {
        synchronized (this) {
          e++;  // expect[y]: java-guarded-by
        }
      }
    }
  }
  @ThreadSafe
  public static class SwitchUnlock {
    private final Lock l = new ReentrantLock();
    private int n;
    public void a(int k) {
      l.lock();
      switch (k) {
        case 1:
          l.unlock();
          break;
        default:
      }
      n++;  // expect[z]: java-unsynchronized-access
    }
  }
  @ThreadSafe
  public static class NonReentrantTwice {
    private final Lock l = new ReentrantLock();
    private int n;
    public void a() {
      l.lock();
      l.lock();
      l.unlock();
      n++;  // access[a1]: update
      l.unlock();
    }
    public void b() {
      l.lock();
      l.unlock();
      n++;  // expect[a1]: java-unsynchronized-access
    }
  }
  public static class Base {
    protected int n;
    public void inc() {
      n++;  // expect[b1]: java-unsynchronized-access
    }
  }
  @ThreadSafe
  public static class Derived extends Base {
    public synchronized int get() {
      return n;  // access[b1]: read
    }
  }
}
