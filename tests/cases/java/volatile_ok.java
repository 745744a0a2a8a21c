import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class volatile_ok { // ok: java-unsynchronized-access; ok: java-escape
  volatile boolean done;
  private volatile int[] snapshot = new int[0];
  private volatile Object instance;

  public void finish() {
    done = true;
  }

  public int first() {
    return snapshot[0];
  }

  public void replace(int[] other) {
    snapshot = other.clone();
  }

  public Object instance() {
    Object seen = instance;
    if (seen == null) {
      synchronized (this) {
        seen = instance;
        if (seen == null) {
          instance = seen = new Object();
        }
      }
    }
    return seen;
  }
}
