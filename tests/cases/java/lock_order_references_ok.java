import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// A method reference that runs later, on another thread. ok: java-lock-order
public class lock_order_references_ok {
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final Object left = new Object();
  private final Object right = new Object();
  private int seen;

  public void later() {
    synchronized (left) {
      pool.execute(this::see);
    }
  }

  private void see() {
    synchronized (right) {
      seen++;
    }
  }

  public void both() {
    synchronized (right) {
      synchronized (left) {
        seen = 0;
      }
    }
  }
}
