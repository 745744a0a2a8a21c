import java.util.List;
import java.util.concurrent.Executor;
import javax.annotation.concurrent.ThreadSafe;

public class local_lambdas_bad {
  @ThreadSafe
  public static class Escapes {
    private final Executor executor;
    private int n;

    public Escapes(Executor executor) {
      this.executor = executor;
    }

    public synchronized void a() {
      Runnable up = () -> n++; // expect: java-unsynchronized-access "Escapes.n"
      up.run();
      executor.execute(up);
    }
  }

  @ThreadSafe
  public static class Returned {
    private int n;

    public synchronized Runnable a() {
      Runnable up = () -> n++; // expect: java-unsynchronized-access "Returned.n"
      return up;
    }
  }

  @ThreadSafe
  public static class CalledWithoutLock {
    private int n;

    public void a() {
      Runnable up = () -> n++; // expect: java-unsynchronized-access "CalledWithoutLock.n"
      synchronized (this) {
        up.run();
      }
      up.run();
    }
  }

  // Combined with another one, it runs nobody knows when.
  @ThreadSafe
  public static class Combined {
    private int n;

    public synchronized java.util.function.Function<Integer, Integer> a() {
      java.util.function.Function<Integer, Integer> add = k -> n += k; // expect: java-unsynchronized-access "Combined.n"
      return add.andThen(k -> k + 1);
    }
  }

  // The lock keeps others out, but not the threads of the stream from each other.
  @ThreadSafe
  public static class Parallel {
    private int n;
    private int limit;

    public synchronized void a(List<String> list) {
      list.parallelStream().filter(x -> x.length() > limit).forEach(x -> n++); // expect: java-unsynchronized-access "Parallel.n"
    }

    public synchronized void set(int value) {
      limit = value;
    }
  }
}
