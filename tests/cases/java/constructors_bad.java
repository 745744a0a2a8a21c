import java.util.concurrent.Executor;
import javax.annotation.concurrent.ThreadSafe;

public class constructors_bad {
  static void register(Object o) {}

  @ThreadSafe
  public static class Escapes {
    private int n; // expect: java-unsafe-publication

    public Escapes() {
      register(this);
      n = 1; // expect: java-unsynchronized-access "Escapes.n"
    }

    public synchronized int get() {
      return n;
    }
  }

  @ThreadSafe
  public static class Starts extends Thread {
    private int n; // expect: java-unsafe-publication

    public Starts() {
      start();
      n++; // expect: java-unsynchronized-access "Starts.n"
    }

    public synchronized int get() {
      return n;
    }
  }

  @ThreadSafe
  public static class StartsThread implements Runnable {
    private int n;

    public StartsThread() {
      new Thread(this).start();
      n = 0; // expect: java-unsynchronized-access "StartsThread.n"
    }

    public synchronized void run() {
      n++;
    }
  }

  // The copied object is somebody else's.
  @ThreadSafe
  public static class Copies {
    private int n; // expect: java-unsafe-publication

    public Copies(Copies other) {
      synchronized (this) {
        n = other.n; // expect: java-unsynchronized-access "Copies.n"
      }
    }

    public synchronized void up() {
      n++;
    }
  }

  // Once it is in the list, others see it.
  @ThreadSafe
  public static class Publishes {
    private int n;

    public static Publishes create(java.util.List<Publishes> all) {
      Publishes p = new Publishes();
      all.add(p);
      p.n = 5; // expect: java-unsynchronized-access "Publishes.n"
      return p;
    }

    public synchronized void up() {
      n++;
    }
  }
}
