import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.annotation.concurrent.ThreadSafe;

// A lambda goes from one overload to the next and runs under the lock. ok: java-unsynchronized-access
public class overloads_ok {
  interface Task {
    void call();
  }

  interface Policy {}

  static class Client {
    private final Supplier<Policy> policies = () -> null;

    protected synchronized void retry(Task task, Logger logger, String name, Object... args) {
      retry(policies.get(), task, logger, name, args);
    }

    protected synchronized void retry(Policy policy, Task task, Logger logger, String name, Object... args) {
      task.call();
    }
  }

  @ThreadSafe
  public static class Special extends Client {
    private int n;

    public void up() {
      retry(() -> n++, null, "up", "a", "b");
    }

    public synchronized int get() {
      return n;
    }
  }
}
