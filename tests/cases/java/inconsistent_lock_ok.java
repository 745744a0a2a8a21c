import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.NotThreadSafe;

// Nothing here breaks a rule that the code shows.
public class inconsistent_lock_ok { // ok: java-inconsistent-lock
  private final List<String> waiting = new ArrayList<>();
  private volatile boolean closed;
  private int configured;
  private int seldom;

  public inconsistent_lock_ok() {
    waiting.add("first"); // no other thread has the object yet
  }

  public synchronized void add(String job) {
    if (closed) return;
    waiting.add(job);
    use(configured);
  }

  public synchronized int size() {
    use(configured);
    use(seldom);
    return waiting.size();
  }

  public synchronized void clear() {
    waiting.clear();
    helper();
  }

  // All callers hold the lock.
  private void helper() {
    waiting.add("again");
  }

  // Most accesses do without the lock: there is no rule.
  public int getSeldom() {
    return seldom;
  }

  public void setSeldom(int value) {
    seldom = value;
  }

  public boolean isSeldom() {
    return seldom > 0;
  }

  // A volatile field may be read and written without a lock.
  public synchronized void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }

  private void use(int value) {}
}

@NotThreadSafe
class declared_unsafe {
  private int hits;

  public synchronized void one() {
    hits++;
  }

  public synchronized void two() {
    hits++;
  }

  public int hits() {
    return hits;
  }
}
