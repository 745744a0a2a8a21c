import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.ThreadSafe;
import javax.annotation.concurrent.GuardedBy;
import static java.util.Collections.synchronizedList;
import static java.util.Collections.unmodifiableMap;

// Small classes, each right in its own way.
class mixed_ok { // ok: java-unsynchronized-access
  // volatile reference swap of immutable
  @ThreadSafe public static class Cow {
    private volatile List<String> items = List.of();
    public List<String> items() { return items; }
    public synchronized void add(String s) { List<String> n = new ArrayList<>(items); n.add(s); items = List.copyOf(n); }
  }
  @ThreadSafe public static class StaticFactory {
    private final List<String> l = synchronizedList(new ArrayList<>());
    public void add(String s) { l.add(s); }
    public int size() { return l.size(); }
  }
  @ThreadSafe public static class Bool {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;
    public void f() {
      boolean got = lock.tryLock();
      try { if (got) n++; } finally { if (got) lock.unlock(); }
    }
    public void g() {
      if (lock.tryLock()) try { n++; } finally { lock.unlock(); }
    }
    public boolean h() throws InterruptedException {
      final boolean got = lock.tryLock(1, TimeUnit.SECONDS);
      if (got == false) { return false; }
      n++; lock.unlock(); return true;
    }
    public void i() {
      boolean failed = !lock.tryLock();
      if (failed) return;
      n++; lock.unlock();
    }
    public void j(boolean a) {
      if (!(lock.tryLock() && a)) { return; }
      n++; lock.unlock();
    }
  }
  // nested synchronized of helper object, getter of lock
  @ThreadSafe public static class Getter {
    private final Object mutex = new Object();
    private int n;
    protected final Object mutex() { return mutex; }
    public void a() { synchronized (mutex()) { n++; } }
    public void b() { synchronized (this.mutex) { n--; } }
    public int c() { Object m = mutex; synchronized (m) { return n; } }
  }
  // rw lock: both views via a local in the constructor
  @ThreadSafe public static class Rw {
    private final Lock r; private final Lock w; private int n;
    public Rw() { ReadWriteLock rw = new ReentrantReadWriteLock(); r = rw.readLock(); w = rw.writeLock(); }
    public int get() { r.lock(); try { return n; } finally { r.unlock(); } }
    public void set(int v) { w.lock(); try { n = v; } finally { w.unlock(); } }
  }
  @ThreadSafe public static class RwParam {
    private final Lock r; private final Lock w; private int n;
    public RwParam(ReadWriteLock rw) { r = rw.readLock(); w = rw.writeLock(); }
    public int get() { r.lock(); try { return n; } finally { r.unlock(); } }
    public void set(int v) { w.lock(); try { n = v; } finally { w.unlock(); } }
  }
  @ThreadSafe public static class Mutual {
    private int n;
    public synchronized void a() { odd(3); }
    private void odd(int k) { if (k > 0) even(k - 1); n++; }
    private void even(int k) { if (k > 0) odd(k - 1); n--; }
  }
  @ThreadSafe public static class SyncClass {
    private static int n;
    public static synchronized void a() { n++; }
    public void b() { synchronized (SyncClass.class) { n--; } }
    public int c() { synchronized (mixed_ok.SyncClass.class) { return n; } }
  }
  @ThreadSafe public static class Downgrade {
    private final ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    private int n; private boolean valid;
    public int get() {
      l.readLock().lock();
      if (!valid) {
        l.readLock().unlock();
        l.writeLock().lock();
        try {
          if (!valid) { n = 42; valid = true; }
          l.readLock().lock();
        } finally { l.writeLock().unlock(); }
      }
      try { return n; } finally { l.readLock().unlock(); }
    }
  }
  @ThreadSafe public static class Wrapper {
    private final Lock lock = new ReentrantLock();
    private int n;
    private AutoCloseable hold() { lock.lock(); return lock::unlock; }
    private final class Held implements AutoCloseable {
      Held() { lock.lock(); }
      @Override public void close() { lock.unlock(); }
    }
    public void a() { try (Held h = new Held()) { n++; } }
    public void b() { try (var h = new Held()) { n--; } }
  }
  @ThreadSafe public static class Fresh {
    private int n;
    public static Fresh of(int n) { Fresh f = new Fresh(); f.n = n; return f; }
    public static Fresh both(int a) { Fresh f = of(a); f.n++; return f; }
    public synchronized int get() { return n; }
    public synchronized void set(int v) { n = v; }
  }
  @ThreadSafe public static final class Builder {
    private int n;
    private Builder() {}
    public static Builder make() { Builder b = create(); b.n = 3; return b; }
    private static Builder create() { return new Builder(); }
    public synchronized int get() { return n; }
  }
  @ThreadSafe public static class Semaphored {
    private final Semaphore mutex = new Semaphore(1);
    private int n;
    public void a() throws InterruptedException { mutex.acquire(); try { n++; } finally { mutex.release(); } }
    public void b() { mutex.acquireUninterruptibly(); try { n--; } finally { mutex.release(); } }
    public void c() { if (mutex.tryAcquire()) { try { n = 0; } finally { mutex.release(); } } }
  }
  @ThreadSafe public static class Worker extends Thread {
    private int done;
    private final List<String> seen = new ArrayList<>();
    @Override public void run() { while (!isInterrupted()) { done++; step(); } }
    private void step() { seen.add("x" + done); }
  }
  @ThreadSafe public static class Par {
    private int n;
    public void a() { with(() -> n++); }
    public void b() { outer(() -> n--); }
    private void with(Runnable r) { synchronized (this) { r.run(); } }
    private void outer(Runnable r) { with(r); }
    public void c(Executor e) { async(e, () -> n = 4); }
    private void async(Executor e, Runnable r) { e.execute(() -> with(r)); }
  }
  @ThreadSafe public static class Delegating {
    private final Map<String, Integer> m;
    public Delegating() { this(new ConcurrentHashMap<>()); }
    private Delegating(Map<String, Integer> m) { this.m = m; }
    public void put(String k) { m.put(k, 1); }
    public Integer get(String k) { return m.get(k); }
    public Delegating snapshot() { return new Delegating(unmodifiableMap(m)); }
  }
  @ThreadSafe public static class Arr {
    private final int[][] grid = new int[3][3];
    public synchronized void inc(int i, int j) { grid[i][j]++; }
    public synchronized int get(int i, int j) { return grid[i][j]; }
    public synchronized void copy(int[] from) { System.arraycopy(from, 0, grid[0], 0, 3); Arrays.fill(grid[1], 2); }
  }
  @ThreadSafe public static class Enumerated {
    private static final Map<String, String> M;
    static { Map<String, String> m = new HashMap<>(); m.put("a", "b"); M = m; }
    public String get(String k) { return M.get(k); }
  }
  @ThreadSafe public interface Api { int get(); default int twice() { return get() * 2; } }
  @ThreadSafe public record Point(int x, int y) { public int sum() { return x + y; } }
  @ThreadSafe public static class SwitchLock {
    private final Lock lock = new ReentrantLock();
    private int n;
    public int f(Object o) {
      lock.lock();
      try {
        return switch (o) {
          case Integer i when i > 3 -> n += i;
          case String s -> { n--; yield s.length(); }
          case null, default -> n;
        };
      } finally { lock.unlock(); }
    }
  }
}
