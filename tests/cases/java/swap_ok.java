import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.ThreadSafe;

// Taken out under the lock, used without it: the list has changed hands.
@ThreadSafe
public class swap_ok { // ok: java-unsynchronized-access
  private List<String> waiting;

  public synchronized void add(String item) {
    if (waiting == null) waiting = new ArrayList<>();
    waiting.add(item);
  }

  public int drain() {
    List<String> taken;
    synchronized (this) {
      taken = waiting;
      waiting = null;
    }
    return taken.size();
  }
}
