import androidx.annotation.MainThread;
import androidx.annotation.WorkerThread;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class main_thread_bad {
  private int n;

  @MainThread
  public void up() {
    n++; // expect: java-unsynchronized-access "main_thread_bad.n"
  }

  // There are many of these.
  @WorkerThread
  public int get() {
    return n; // access: read
  }
}
