import java.util.ArrayDeque;
import java.util.Deque;

// The method keeps the lambda, or passes it on: it runs without the lock.
public class lambda_runs_bad {
  private final Object lock = new Object();
  private final Deque<Runnable> later = new ArrayDeque<>();
  private static volatile int count;

  public void submit() {
    synchronized (lock) {
      keep(() -> lock.notifyAll()); // expect: java-wait-notify "without the monitor"
    }
  }

  private void keep(Runnable task) {
    later.add(task);
  }

  public synchronized void up() {
    wrap(() -> count++); // expect: java-volatile-update
  }

  private void wrap(Runnable task) {
    keep(() -> task.run());
  }
}
