import java.util.logging.Logger;
import javax.annotation.concurrent.ThreadSafe;

// Neither a hash code nor a log message lets the object escape from its constructor.
@ThreadSafe
public class harmless_calls_ok { // ok: java-unsynchronized-access
  private static final Logger LOG = Logger.getLogger("x");
  private int size;

  public harmless_calls_ok() {
    int id = System.identityHashCode(this);
    LOG.info("created " + id);
    LOG.log(java.util.logging.Level.INFO, "created {0}", this);
    size = 0;
  }

  public synchronized void grow() {
    size++;
  }

  public synchronized int size() {
    return size;
  }
}
