import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// All agree on this, but the declaration says otherwise.
@ThreadSafe
public class guarded_by_replaces_bad {
  private final Object lock = new Object();
  @GuardedBy("lock") private int n;

  public synchronized void up() {
    n++; // expect: java-guarded-by "this.lock"
  }

  public synchronized int get() {
    return n; // access: read
  }
}
