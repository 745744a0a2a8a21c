import javax.annotation.concurrent.ThreadSafe;

// Without a public way in, nobody calls them.
@ThreadSafe
public class entry_points_ok { // ok: java-unsynchronized-access
  private int n;

  void packagePrivate() {
    n++;
  }

  protected int seen() {
    return n;
  }

  private void unused() {
    n--;
  }

  private void readObject(java.io.ObjectInputStream in) {
    n = 0;
  }

  // Private to this class and nothing but a class: all callers are here.
  private class Cursor {
    int next() {
      return n++;
    }
  }

  private final Cursor cursor = new Cursor();

  public synchronized int step() {
    return cursor.next();
  }
}
