import java.util.ArrayList;
import java.util.List;

// A method reference that runs at once acquires with the lock of its caller.
public class lock_order_references_bad {
  private final Object left = new Object();
  private final Object right = new Object();
  private final List<String> names = new ArrayList<>();
  private int seen;

  public void all() {
    synchronized (left) { // related[r]
      names.forEach(this::see); // expect[r]: java-lock-order "opposite order"
    }
  }

  private void see(String name) {
    synchronized (right) {
      seen++;
    }
  }

  public void clear() {
    synchronized (right) { // related[r]
      synchronized (left) { // access[r]: other
        names.clear();
      }
    }
  }
}
