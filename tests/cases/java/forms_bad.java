import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// Every form of @GuardedBy, and more small classes.
public class forms_bad {
  // @GuardedBy in every form
  static final Object S = new Object();
  private final Object l = new Object();
  @GuardedBy("this") private int a;
  @GuardedBy("forms_bad.this") private int b;
  @GuardedBy("l") private int c;
  @GuardedBy("this.l") private int d;
  @GuardedBy("forms_bad.S") private int e;
  @GuardedBy("forms_bad.class") private static int f;
  @GuardedBy("lock()") private int g;
  @GuardedBy("itself") private final List<String> h = new ArrayList<>();
  @GuardedBy("nowhere") private int i; // expect: java-guarded-by
  private Object lock() { return l; }
  public void m() {
    a++; // expect: java-guarded-by
    b++; // expect: java-guarded-by
    c++; // expect: java-guarded-by
    d++; // expect: java-guarded-by
    e++; // expect: java-guarded-by
    f++; // expect: java-guarded-by
    g++; // expect: java-guarded-by
    h.add("x"); // expect: java-guarded-by
  }
  @GuardedBy("l") private void needs() { c++; }
  public void calls() { needs(); } // expect: java-guarded-by
  class In {
    @GuardedBy("forms_bad.this") int k;
    void bad() { k++; } // expect: java-guarded-by
    synchronized void wrong() { k--; }
  }
  @ThreadSafe public static class Double {
    private static Double one;
    public static Double get() {
      if (one == null) { // expect: java-unsynchronized-access; expect: java-double-checked-locking
        synchronized (Double.class) { if (one == null) one = new Double(); }
      }
      return one;
    }
  }
  @ThreadSafe public static class ViaLocal {
    private final Map<String, List<String>> m = new HashMap<>();
    public void add(String k, String v) {
      Map<String, List<String>> x = m;
      x.put(k, null); // expect: java-unsynchronized-access
    }
    public synchronized int size() { return m.size(); }
  }
  @ThreadSafe public static class WaitInLambda {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;
    public void f(List<String> l) {
      lock.lock();
      try { l.forEach(x -> n++); } finally { lock.unlock(); }
      l.forEach(x -> n--); // expect: java-unsynchronized-access
    }
  }
  @ThreadSafe public static class Sb {
    private final StringBuilder sb = new StringBuilder();
    public void f() { sb.append("x"); } // expect: java-unsynchronized-access
    public synchronized String s() { return sb.toString(); }
  }
  @ThreadSafe public static class Compound {
    private long total;
    public void f(long x) { total += x; } // expect: java-unsynchronized-access
    public synchronized long t() { return total; }
  }
  @ThreadSafe public static class Conditional {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void f(boolean safe) {
      if (safe) lock.lock();
      n++; // expect: java-unsynchronized-access
      if (safe) lock.unlock();
    }
  }
  @ThreadSafe public static class LoopUnlock {
    private final Lock lock = new ReentrantLock();
    private int n;
    public void f(int k) {
      lock.lock();
      while (k-- > 0) {
        n++; // expect: java-unsynchronized-access
        lock.unlock();
      }
    }
  }
  @ThreadSafe public static class Anon {
    private int n;
    private final Comparator<String> c = new Comparator<>() {
      @Override public int compare(String a, String b) { return n++; } // expect: java-unsynchronized-access
    };
    public synchronized void sort(List<String> l) { l.sort(c); }
  }
  @ThreadSafe public static abstract class Template {
    private int n;
    public final synchronized void run() { step(); }
    protected abstract void step();
    public void inc() { n++; } // expect: java-unsynchronized-access
  }
}
