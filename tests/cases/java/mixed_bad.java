import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.ThreadSafe;
import javax.annotation.concurrent.GuardedBy;

// Small classes, each wrong in its own way.
class mixed_bad {
  @ThreadSafe public static class TryElse {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void f() { if (lock.tryLock()) { n++; lock.unlock(); } else { n--; } } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class TryIgnored {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void f() { lock.tryLock(); n++; lock.unlock(); } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class AfterUnlock {
    private final Lock lock = new ReentrantLock();
    private int n;
    public int f() { lock.lock(); try { n++; } finally { lock.unlock(); }
      return n; } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class ReadWrites {
    private final ReadWriteLock l = new ReentrantReadWriteLock();
    private int n;
    public void f() { l.readLock().lock(); try { n++; } finally { l.readLock().unlock(); } } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class KindMix {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void a() { synchronized (lock) { n++; } } // expect: java-unsynchronized-access; expect: java-bad-lock-object
    public void b() { lock.lock(); try { n++; } finally { lock.unlock(); } }
  }
  @ThreadSafe public static class OtherObject {
    private int n;
    public synchronized void move(OtherObject o) { n--; o.n++; } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class InstanceForStatic {
    private static int n;
    public synchronized void f() { n++; } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class VolatileArr {
    private volatile int[] a = new int[4];
    public void f(int i) { a[i]++; } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class OnePath {
    private int n;
    public synchronized void a() { h(); }
    public void b() { h(); }
    private void h() { n++; } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class NewLock {
    private int n;
    public void a() { Object o = new Object(); synchronized (o) { n++; } } // expect: java-unsynchronized-access; expect: java-bad-lock-object
    public void b() { synchronized (new Object()) { n++; } } // expect: java-bad-lock-object
  }
  @ThreadSafe public static class Semaphore2 {
    private final Semaphore s = new Semaphore(2);
    private int n;
    public void a() throws InterruptedException { s.acquire(); try { n++; } finally { s.release(); } } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class ThreadRun extends Thread {
    private int done;
    @Override public void run() { done++; } // expect: java-unsynchronized-access
    public int done() { return done; }
  }
  @ThreadSafe public static class ParAsync {
    private int n;
    public void c(Executor e) { async(e, () -> n = 4); } // expect: java-unsynchronized-access
    private synchronized void async(Executor e, Runnable r) { e.execute(() -> r.run()); }
  }
  @ThreadSafe public static class ItRemove {
    private final List<String> l = new ArrayList<>();
    public void f() { Iterator<String> it = l.iterator(); while (it.hasNext()) { if (it.next() == null) it.remove(); } } // expect: java-unsynchronized-access
    public synchronized int size() { return l.size(); }
  }
  @ThreadSafe public static class KeySet {
    private final Map<String, String> m = new HashMap<>();
    public void f(String k) { m.keySet().remove(k); } // expect: java-unsynchronized-access
    public synchronized int size() { return m.size(); }
  }
  @ThreadSafe public static class Reassign {
    private ConcurrentMap<String, String> m; // written outside the constructor
    public void reset() { m = new ConcurrentHashMap<>(); } // expect: java-unsynchronized-access
    public String get(String k) { return m.get(k); }
  }
  @ThreadSafe public static class Sub extends Base {
    public void dec() { n--; } // expect: java-unsynchronized-access
  }
  static class Base { int n; public synchronized void inc() { n++; } }
  @ThreadSafe public static class Escaping {
    private int n; // expect: java-unsafe-publication
    public Escaping(List<Escaping> all) { all.add(this); n = 1; } // expect: java-unsynchronized-access
    public synchronized int get() { return n; }
    public synchronized void set(int v) { n = v; }
  }
  @ThreadSafe public static class NonFinalLock {
    private Object lock = new Object(); // expect: java-unsafe-publication
    private int n;
    public void swap() { lock = new Object(); } // expect: java-unsynchronized-access
    public void f() { synchronized (lock) { n++; } } // expect: java-bad-lock-object
  }
  @ThreadSafe public static class Stamped {
    private final StampedLock s = new StampedLock();
    private int x;
    public void w(int v) { long t = s.writeLock(); try { x = v; } finally { s.unlockWrite(t); } }
    public int opt() { long t = s.tryOptimisticRead(); int r = x; return s.validate(t) ? r : -1; }
    public void up() { long t = s.readLock(); try { x++; } finally { s.unlockRead(t); } } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class Catching {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void f() {
      try { lock.lockInterruptibly(); n++; lock.unlock(); }
      catch (InterruptedException e) { n = -1; } // expect: java-unsynchronized-access
    }
  }
  @ThreadSafe public static class Enclosing {
    private int n;
    public class In { public synchronized void f() { n++; } } // expect: java-unsynchronized-access
    public synchronized int get() { return n; }
  }
  @ThreadSafe public enum E { A, B; private int n; public void f() { n++; } } // expect: java-unsynchronized-access
  @ThreadSafe public record R(int[] a) { public void f() { a[0]++; } } // expect: java-unsynchronized-access
  @ThreadSafe public interface Api { List<String> L = new ArrayList<>(); default void add(String s) { L.add(s); } } // expect: java-escape; expect: java-unsynchronized-access
  @ThreadSafe public static class CF {
    private int n;
    public synchronized CompletableFuture<Void> f() { return CompletableFuture.runAsync(() -> n++); } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class Helper {
    private final List<String> l = new ArrayList<>();
    public void f() { fill(l); } // expect: java-unsynchronized-access
    private static void fill(List<String> x) { x.add("a"); }
    public synchronized int n() { return l.size(); }
  }
  @ThreadSafe public static class Pkg {
    private int n;
    public synchronized void a() { n++; }
    public Runnable r() { return this::bump; }
    private void bump() { n++; } // expect: java-unsynchronized-access
  }
}
