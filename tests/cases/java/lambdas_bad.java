import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.annotation.concurrent.ThreadSafe;

public class lambdas_bad {
  @ThreadSafe
  public static class Each {
    private int n;

    public void each(List<String> names) {
      names.forEach(x -> n++); // expect: java-unsynchronized-access "Each.n"
    }
  }

  @ThreadSafe
  public static class Stored {
    private int n;

    public synchronized Supplier<Integer> supplier() {
      return () -> n++; // expect: java-unsynchronized-access "Stored.n"
    }
  }

  @ThreadSafe
  public static class Future {
    private int n;

    public synchronized void later(CompletableFuture<String> f) {
      f.thenAccept(x -> {
        n++; // expect: java-unsynchronized-access "Future.n"
      });
    }
  }

  @ThreadSafe
  public static class Outside {
    private int n;

    private void run(Runnable action) {
      synchronized (this) {
        n = 0;
      }
      action.run();
    }

    public void go() {
      run(() -> n++); // expect: java-unsynchronized-access "Outside.n"
    }
  }
}
