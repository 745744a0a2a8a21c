import java.util.*;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

public class confinement_bad {
  @ThreadSafe public static class Loop {
    private int rounds;
    public Loop() { for (int i = 0; i < 4; i++) new Thread(() -> { while (true) rounds++; }).start(); } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class Start {
    private int rounds;
    public void start() { new Thread(() -> { while (true) rounds++; }).start(); } // expect: java-unsynchronized-access
  }
  @ThreadSafe public static class Seen {
    private int rounds;
    private final Thread worker = new Thread(() -> { while (true) rounds++; }); // expect: java-unsynchronized-access
    public int rounds() { return rounds; }
    public void start() { worker.start(); }
  }
  public static class Two {
    private final Object a = new Object();
    private final Object b = new Object();
    @GuardedBy({"a", "b"}) private int n;
    public void set(int v) { synchronized (a) { n = v; } } // expect: java-guarded-by
  }
  static class Store { void put() {} Object getLock() { return this; } }
  public static class ByType {
    @GuardedBy("Store.getLock()") private final Store store = new Store(); // expect: java-guarded-by "Store.getLock()"
    public void put() { store.put(); }
  }
  @ThreadSafe public static class Main {
    private static int rounds;
    public static void main(String[] args) { rounds = args.length; new Thread(Main::show).start(); } // expect: java-unsynchronized-access
    static void show() { System.out.println(rounds); }
  }
}
