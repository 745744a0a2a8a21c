import java.util.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// What only one thread does, and guards that are not what they seem.
public class confinement_ok { // ok: java-unsynchronized-access; ok: java-guarded-by
  @ThreadSafe public static class Loop {
    private int rounds;
    private final Thread worker;
    public Loop() { worker = new Thread(() -> { while (true) rounds++; }); worker.start(); }
  }
  @ThreadSafe public static class Ref {
    private int rounds;
    private final Thread worker = new Thread(this::work);
    private void work() { while (true) rounds++; }
    public void start() { worker.start(); }
  }
  @ThreadSafe public static class Main {
    private static int rounds;
    public static void main(String[] args) { rounds = args.length; for (int i = 0; i < rounds; i++) System.out.println(i); }
  }
  static class Store { private final ReentrantLock l = new ReentrantLock(); ReentrantLock getLock() { return l; } void put() {} }
  public static class OwnGuard {
    @GuardedBy("store.getLock()") private final Store store = new Store();
    public ReentrantLock lock() { return store.getLock(); }
    public void put() { store.getLock().lock(); try { store.put(); } finally { store.getLock().unlock(); } }
  }
  public static class Two {
    private final Object a = new Object();
    private final Object b = new Object();
    @GuardedBy({"a", "b"}) private int n;
    public int get() { synchronized (a) { return n; } }
    public int other() { synchronized (b) { return n; } }
    public void set(int v) { synchronized (a) { synchronized (b) { n = v; } } }
  }
  public static class Quiet {
    @GuardedBy("this") private int n;
    @SuppressWarnings("FieldAccessNotGuarded") public int peek() { return n; }
    public synchronized void inc() { n++; }
  }
}
