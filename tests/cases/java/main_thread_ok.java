import androidx.annotation.MainThread;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class main_thread_ok { // ok: java-unsynchronized-access
  private int n;

  @MainThread
  public void up() {
    n++;
  }

  @MainThread
  public int get() {
    return n;
  }
}
