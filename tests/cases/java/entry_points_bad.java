import java.util.concurrent.Executor;
import javax.annotation.concurrent.ThreadSafe;

public class entry_points_bad {
  @ThreadSafe
  public static class Lambda {
    private int n;
    private final Executor executor;

    public Lambda(Executor executor) {
      this.executor = executor;
    }

    // It runs later, when the lock is long gone.
    public synchronized void later() {
      executor.execute(() -> n++); // expect: java-unsynchronized-access "Lambda.n"
    }
  }

  @ThreadSafe
  public static class Anonymous {
    private int n;

    public synchronized Runnable later() {
      return new Runnable() {
        @Override
        public void run() {
          n++; // expect: java-unsynchronized-access "Anonymous.n"
        }
      };
    }
  }

  @ThreadSafe
  public static class Inner {
    private int n;

    private class Task implements Runnable {
      public void run() {
        n++; // expect: java-unsynchronized-access "Inner.n"
      }
    }

    public synchronized Runnable task() {
      return new Task();
    }
  }

  @ThreadSafe
  public static class Reference {
    private int n;

    private void bump() {
      n++; // expect: java-unsynchronized-access "Reference.n"
    }

    public synchronized void later(Executor executor) {
      executor.execute(this::bump);
    }
  }

  @ThreadSafe
  public static class Synchronized {
    private int n;

    // Inside, this is the Runnable.
    public Runnable later() {
      return new Runnable() {
        @Override
        public synchronized void run() {
          n++; // expect: java-unsynchronized-access "Synchronized.n"
        }
      };
    }
  }

  @ThreadSafe
  public static class Local {
    private int n;

    public synchronized Runnable later() {
      class Job implements Runnable {
        public void run() {
          n++; // expect: java-unsynchronized-access "Local.n"
        }
      }
      return new Job();
    }
  }
}
