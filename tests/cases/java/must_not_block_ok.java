// ok: java-must-not-block
// args: --min-confidence 0
import android.annotation.SuppressLint;
import androidx.annotation.UiThread;
import androidx.annotation.WorkerThread;
import com.facebook.infer.annotation.Lockless;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

@UiThread
class Window {
  private final Object lock = new Object();
  private final AtomicReference<String> shown = new AtomicReference<>();
  private ExecutorService executor;
  private Future<String> task;
  private int n;

  void show() {
    executor.submit(() -> shown.set(task.get()));
  }

  void quickly() throws Exception {
    shown.set(task.get(10, TimeUnit.MILLISECONDS));
  }

  // The method says more than its class.
  @WorkerThread
  void load() throws Exception {
    shown.set(task.get());
  }

  // Nobody waits while this lock is held.
  int count() {
    synchronized (lock) {
      return n++;
    }
  }

  @Lockless
  String text() {
    return shown.get();
  }

  @Lockless
  boolean tried(java.util.concurrent.locks.Lock gate) {
    return gate.tryLock();
  }

  @SuppressLint("STARVATION")
  void known() throws Exception {
    task.get();
  }
}
