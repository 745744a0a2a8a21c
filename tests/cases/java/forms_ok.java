import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// Every form of @GuardedBy, and more small classes.
public class forms_ok { // ok: java-unsynchronized-access; ok: java-guarded-by
  static final Object S = new Object();
  private final Object l = new Object();
  @GuardedBy("this") private int a;
  @GuardedBy("forms_ok.this") private int b;
  @GuardedBy("l") private int c;
  @GuardedBy("this.l") private int d;
  @GuardedBy("forms_ok.S") private int e;
  @GuardedBy("forms_ok.class") private static int f;
  @GuardedBy("lock()") private int g;
  @GuardedBy("itself") private final List<String> h = new ArrayList<>();
  private Object lock() { return l; }
  public synchronized void m() {
    a++; b++;
    synchronized (l) { c++; d++; g++; needs(); }
    synchronized (S) { e++; }
    synchronized (forms_ok.class) { f++; }
    synchronized (h) { h.add("x"); }
  }
  @GuardedBy("l") private void needs() { c++; }
  class In {
    @GuardedBy("forms_ok.this") int k;
    void good() { synchronized (forms_ok.this) { k++; } }
  }
  @ThreadSafe public static class Double {
    private static volatile Double one;
    public static Double get() {
      Double d = one;
      if (d == null) {
        synchronized (Double.class) { d = one; if (d == null) one = d = new Double(); }
      }
      return d;
    }
  }
  @ThreadSafe public static class Holder {
    private static class Lazy { static final Holder ONE = new Holder(); }
    public static Holder get() { return Lazy.ONE; }
  }
  @ThreadSafe public static class Helper {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;
    private boolean enter() { return lock.tryLock(); }
    public void f() { if (enter()) { try { n++; } finally { lock.unlock(); } } }
    public void g() { if (!lock.tryLock()) { lock.lock(); } try { n--; } finally { lock.unlock(); } }
    public void h() { while (true) { if (lock.tryLock()) { try { n = 0; break; } finally { lock.unlock(); } } } }
    public void i() throws InterruptedException {
      boolean ok = false;
      try { ok = lock.tryLock(1, TimeUnit.SECONDS); if (ok) n++; }
      finally { if (ok) lock.unlock(); }
    }
    public void j() { assert lock.isHeldByCurrentThread(); n++; }
    public void k() { if (!lock.isHeldByCurrentThread()) throw new IllegalStateException(); n++; }
  }
  @ThreadSafe public static class StaticNested {
    private final Node head = new Node();
    public synchronized void add(int v) { Node n = new Node(); n.value = v; n.next = head.next; head.next = n; }
    public synchronized int first() { return head.next.value; }
    private static class Node { int value; Node next; }
  }
  @ThreadSafe public static class ReadMostly {
    private final StampedLock s = new StampedLock();
    private double x;
    public double get() {
      long t = s.tryOptimisticRead();
      double v = x;
      if (!s.validate(t)) { t = s.readLock(); try { v = x; } finally { s.unlockRead(t); } }
      return v;
    }
    public void set(double v) { long t = s.writeLock(); try { x = v; } finally { s.unlockWrite(t); } }
    public void asW(double v) { Lock w = s.asWriteLock(); w.lock(); try { x = v; } finally { w.unlock(); } }
    public void upgrade() {
      long t = s.readLock();
      try {
        while (x == 0) {
          long w = s.tryConvertToWriteLock(t);
          if (w != 0L) { t = w; x = 1; break; }
          s.unlockRead(t); t = s.writeLock();
        }
      } finally { s.unlock(t); }
    }
  }
  @ThreadSafe public static class Abrupt {
    private final Lock lock = new ReentrantLock();
    private int n;
    public int f(int[] xs) {
      outer:
      for (int x : xs) {
        lock.lock();
        try {
          switch (x) { case 0: continue outer; case 1: break outer; case 2: return n; default: n += x; }
        } catch (RuntimeException e) { n = -1; } finally { lock.unlock(); }
      }
      lock.lock();
      try { return n; } finally { lock.unlock(); }
    }
  }
  @ThreadSafe public static class Sup extends Par { public synchronized void dec() { n--; } }
  static class Par { protected int n; public synchronized void inc() { n++; } } 
  @ThreadSafe public static class Streams {
    private final Map<String, Integer> m = new HashMap<>();
    private int n;
    public synchronized int f() {
      n += m.entrySet().stream().filter(e -> e.getValue() > n).mapToInt(Map.Entry::getValue).sum();
      m.computeIfPresent("a", (k, v) -> v + n);
      Optional.ofNullable(m.get("x")).map(v -> v + n).ifPresent(v -> n = v);
      return n;
    }
  }
  @ThreadSafe public static class DoPrivate {
    private int n;
    private DoPrivate init() { n = 3; return this; }
    public static DoPrivate create() { return new DoPrivate().init(); }
    public synchronized int get() { return n; }
  }
}
