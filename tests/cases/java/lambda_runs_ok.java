import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A lambda that the method it is passed to only calls runs with the locks of both. ok: java-wait-notify
public class lambda_runs_ok {
  interface Task {
    void run() throws Exception;
  }

  private final Object lock = new Object();
  private final Lock gate = new ReentrantLock();
  private final Deque<String> queue = new ArrayDeque<>();
  private volatile int count;

  public void submit(String request) throws Exception {
    synchronized (lock) {
      attempt(
          request,
          () -> {
            queue.add(request);
            lock.notifyAll();
          });
    }
  }

  private void attempt(String request, Task task) throws Exception {
    if (task == null) return;
    try {
      task.run();
    } catch (IllegalStateException e) {
      throw new Exception(request, e);
    }
  }

  // ok: java-volatile-update
  public void up() {
    guarded(() -> count++);
  }

  private void guarded(Runnable task) {
    gate.lock();
    try {
      task.run();
    } finally {
      gate.unlock();
    }
  }
}
