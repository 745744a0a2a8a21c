import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import javax.annotation.concurrent.*;

// ok: java-unsynchronized-access; ok: java-guarded-by
public class lock_edges_ok {
  @ThreadSafe
  public static class TryTimed {
    private final Lock l = new ReentrantLock();
    private int n;
    public boolean inc() throws InterruptedException {
      if (!l.tryLock(1, TimeUnit.SECONDS))
        return false;
      try {
        n++;
        return true;
      } finally {
        l.unlock();
      }
    }
    public void viaLocal() {
      boolean ok = l.tryLock();
      if (ok) {
        try {
          n++;
        } finally {
          l.unlock();
        }
      }
    }
    public void and(boolean p) {
      if (p && l.tryLock()) {
        n++;
        l.unlock();
      }
    }
    public void loop() {
      while (!l.tryLock()) {
        Thread.onSpinWait();
      }
      n++;
      l.unlock();
    }
    public void tern() {
      boolean ok = false;
      try {
        ok = l.tryLock();
        if (ok)
          n++;
      } finally {
        if (ok)
          l.unlock();
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
        return;
      }
      try {
        n++;
      } finally {
        l.unlock();
      }
    }
    public void inc2() throws InterruptedException {
      l.lockInterruptibly();
      try {
        n++;
      } finally {
        l.unlock();
      }
    }
  }
  @ThreadSafe
  public static class Aliases {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock w = rw.writeLock();
    private int n;
    public void a() {
      w.lock();
      try {
        n++;
      } finally {
        w.unlock();
      }
    }
    public void b() {
      final Lock k = rw.writeLock();
      k.lock();
      try {
        n++;
      } finally {
        k.unlock();
      }
    }
    public int c() {
      Lock r = rw.readLock();
      r.lock();
      try {
        return n;
      } finally {
        r.unlock();
      }
    }
    public void d() {
      ReentrantReadWriteLock q = this.rw;
      q.writeLock().lock();
      try {
        n--;
      } finally {
        q.writeLock().unlock();
      }
    }
  }
  @ThreadSafe
  public static class SelfAlias {
    private int n;
    public void a() {
      SelfAlias self = this;
      synchronized (self) {
        n++;
      }
    }
    public synchronized void b() {
      n++;
    }
    public void c() {
      new Object() {
        void r() {
          synchronized (SelfAlias.this) {
            n++;
          }
        }
      }.r();
    }
  }
  @ThreadSafe
  public static class StaticClassMonitor {
    private static int n;
    private static final Object LOCK = new Object();
    private static int m;
    public static synchronized void a() {
      n++;
    }
    public void b() {
      synchronized (StaticClassMonitor.class) {
        n++;
      }
    }
    public void c() {
      synchronized (LOCK) {
        m++;
      }
    }
    public static int d() {
      synchronized (lock_edges_ok.StaticClassMonitor.LOCK) {
        return m;
      }
    }
  }
  @ThreadSafe
  public static class AtOnce {
    private final Map<String, Integer> m = new HashMap<>();
    private int n;
    public synchronized void a(List<String> l) {
      l.forEach(s -> n += m.size());
      m.computeIfAbsent("a", k -> n++);
      l.stream().filter(s -> m.containsKey(s)).map(s -> n++).count();
      l.removeIf(x -> n++ > 3);
      Optional.of(1).ifPresent(q -> n++);
    }
    public synchronized int get() {
      return n;
    }
  }
  @ThreadSafe public static class Helper { // own helper runs the lambda under the lock
    private final Lock l = new ReentrantLock();
    private int n;
    private void locked(Runnable r) {
      l.lock();
      try {
        r.run();
      } finally {
        l.unlock();
      }
    }
    private <T> T lockedGet(Supplier<T> s) {
      l.lock();
      try {
        return s.get();
      } finally {
        l.unlock();
      }
    }
    public void a() {
      locked(() -> n++);
    }
    public int b() {
      return lockedGet(() -> n);
    }
  }
  static class Held implements AutoCloseable {
    private final Lock l;
    Held(Lock l) {
      this.l = l;
      l.lock();
    }
    @Override
    public void close() {
      l.unlock();
    }
  }
  @ThreadSafe
  public static class Wrapper {
    private final Lock l = new ReentrantLock();
    private int n;
    public void a() {
      try (Held h = new Held(l)) {
        n++;
      }
    }
    public int b() {
      l.lock();
      try {
        return n;
      } finally {
        l.unlock();
      }
    }
  }
  @ThreadSafe
  public static class Rec {
    private int n;
    public synchronized void a() {
      rec(3);
    }
    private void rec(int k) {
      if (k > 0) {
        n++;
        rec2(k - 1);
      }
    }
    private void rec2(int k) {
      n--;
      rec(k);
    }
  }
  @ThreadSafe
  public static class Cond {
    private final Lock l = new ReentrantLock();
    private final Condition c = l.newCondition();
    private int n;
    public void a() throws InterruptedException {
      l.lock();
      try {
        while (n == 0) c.await();
        n--;
      } finally {
        l.unlock();
      }
    }
    public void b() {
      l.lock();
      try {
        n++;
        c.signal();
      } finally {
        l.unlock();
      }
    }
  }
  // Template method: every call of the hook holds the lock, and no one else can call it.
  static abstract class Template {
    private final Object lock = new Object();
    public final void run() {
      synchronized (this) {
        step();
      }
    }
    protected abstract void step();
  }
  @ThreadSafe
  static class Impl extends Template {
    private int n;
    @Override
    protected void step() {
      n++;
    }
    public synchronized int get() {
      return n;
    }
  }
  @ThreadSafe
  public static class Stamped {
    private final StampedLock s = new StampedLock();
    private int n;
    public int get() {
      long st = s.readLock();
      try {
        return n;
      } finally {
        s.unlockRead(st);
      }
    }
    public int get2() {
      long st = s.readLock();
      try {
        return n;
      } finally {
        s.unlock(st);
      }
    }
    public void set(int x) {
      long st = s.writeLock();
      try {
        n = x;
      } finally {
        s.unlock(st);
      }
    }
    public int opt() {
      long st = s.tryOptimisticRead();
      int v = n;
      if (!s.validate(st)) {
        st = s.readLock();
        try {
          v = n;
        } finally {
          s.unlockRead(st);
        }
      }
      return v;
    }
    public void asw(int x) {
      s.asWriteLock().lock();
      try {
        n = x;
      } finally {
        s.asWriteLock().unlock();
      }
    }
  }
  public static class G {
    private final Object lock = new Object();
    @GuardedBy("lock") private int a;
    @GuardedBy("this.lock") private int b;
    @GuardedBy("G.this.lock") private int b2;
    @GuardedBy("itself") private final List<String> l = new ArrayList<>();
    @GuardedBy("S") private static int s;
    private static final Object S = new Object();
    @GuardedBy("G.S") private static int s2;
    @GuardedBy("G.class") private static int s3;
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    @GuardedBy("rw") private int r;
    public void x() {
      synchronized (lock) {
        a++;
        b++;
        b2++;
      }
      synchronized (l) {
        l.add("");
      }
      synchronized (S) {
        s++;
        s2++;
      }
      synchronized (G.class) {
        s3++;
      }
    }
    public int y() {
      rw.readLock().lock();
      try {
        return r;
      } finally {
        rw.readLock().unlock();
      }
    }
    public void z() {
      rw.writeLock().lock();
      try {
        r++;
      } finally {
        rw.writeLock().unlock();
      }
    }
    @GuardedBy("lock")
    private void h() {
      a++;
    }
    public void q() {
      synchronized (lock) {
        h();
        Runnable now = null;
      }
    }
  }
  @ThreadSafe
  public static class YieldSwitch {
    private int n;
    public int a(Object o) {
      synchronized (this) {
        return switch (o) { case String s when s.isEmpty() -> n++; case Integer i -> { n--; yield n; } default -> n; }; } }
  }
  @ThreadSafe public record R(int a, String b) {}
  @ThreadSafe public enum E { A, B; private int n; public synchronized void inc() { n++; } }
  @ThreadSafe public static class Fresh {
    private int n;
    public static Fresh make() { Fresh f = new Fresh(); f.n = 3; return f; }
    public synchronized int get() { return n; }
    public synchronized void inc() { n++; }
  }
}
