import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class other_object_ok { // ok: java-unsynchronized-access
  private int n;

  public synchronized void add(int more) {
    n += more;
  }

  public int get(other_object_ok other) {
    synchronized (other) {
      return other.n;
    }
  }

  public void move(final other_object_ok from) {
    int taken;
    synchronized (from) {
      taken = from.n;
      from.n = 0;
    }
    add(taken);
  }

  private void put(int v) {
    n = v;
  }

  public void push(other_object_ok to) {
    synchronized (to) {
      to.put(7);
    }
  }
}
