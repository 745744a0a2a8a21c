// args: --min-confidence 0
import android.support.annotation.UiThread;
import androidx.annotation.MainThread;
import androidx.annotation.WorkerThread;
import com.facebook.infer.annotation.Lockless;
import com.facebook.infer.annotation.ThreadConfined;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

class Screen {
  private final Object lock = new Object();
  private final ReentrantLock gate = new ReentrantLock();
  private Future<String> task;
  private CountDownLatch latch;
  private String shown;

  @UiThread
  void show() throws Exception {
    shown = task.get(); // expect: java-must-not-block "waits for a task" confidence>=50
  }

  @MainThread
  void pause() throws Exception {
    prepare(); // expect: java-must-not-block "sleeps"
  }

  private void prepare() throws InterruptedException {
    Thread.sleep(100);
  }

  @ThreadConfined(ThreadConfined.UI)
  void await() throws InterruptedException {
    latch.await(); // expect: java-must-not-block "waits for a latch"
  }

  @WorkerThread
  void load() throws Exception {
    synchronized (lock) {
      shown = task.get(); // expect: java-sleep-with-lock
    }
  }

  @UiThread
  String text() {
    synchronized (lock) { // expect[l]: java-must-not-block "which `Screen.load()` holds"
      return shown;
    }
  }

  @Lockless
  boolean isShown() {
    return read() != null; // expect: java-must-not-block "Screen.gate"
  }

  private String read() {
    gate.lock();
    try {
      return shown;
    } finally {
      gate.unlock();
    }
  }

  @Lockless
  synchronized int length() { // expect: java-must-not-block "acquires `Screen`"
    return shown.length();
  }

  // The call waits in another method than the lock is taken.
  synchronized void reload() throws Exception {
    prepare(); // expect: java-sleep-with-lock "Screen.prepare()"
  }
}

interface View {
  @UiThread
  void draw() throws Exception;

  @Lockless
  int width();
}

@UiThread
class Panel implements View {
  private Thread worker;
  private int width;

  public void draw() throws InterruptedException {
    worker.join(); // expect: java-must-not-block "waits for a thread to end"
  }

  @Override
  public synchronized int width() { // expect: java-must-not-block "acquires `Panel`"
    return width;
  }
}
