import java.util.List;
import java.util.function.Supplier;
import javax.annotation.concurrent.ThreadSafe;

public class confined_objects_bad {
  @ThreadSafe
  public static class CalledWithoutLock {
    private int n;
    private final Runnable up =
        new Runnable() {
          @Override
          public void run() {
            n++; // expect: java-unsynchronized-access "CalledWithoutLock.n"
          }
        };

    public synchronized void a() {
      up.run();
    }

    public void b() {
      up.run();
    }
  }

  @ThreadSafe
  public static class HandedOut {
    private int n;
    private final Supplier<Integer> next = () -> n++; // expect: java-unsynchronized-access "HandedOut.n"

    public synchronized int next() {
      return next.get();
    }

    public Supplier<Integer> supplier() {
      return next;
    }
  }

  @ThreadSafe
  public static class HandsOutItself {
    private int n;
    private final Runnable up =
        new Runnable() {
          @Override
          public void run() {
            n++; // expect: java-unsynchronized-access "HandsOutItself.n"
            new Thread(this).start();
          }
        };

    public synchronized void a() {
      up.run();
    }
  }

  // start() is not its own method, and runs the rest later.
  @ThreadSafe
  public static class Nameless {
    private int n;

    public synchronized void a() {
      new Thread() {
        @Override
        public void run() {
          n++; // expect: java-unsynchronized-access "Nameless.n"
        }
      }.start();
    }

    public synchronized int get() {
      return n;
    }
  }
}
