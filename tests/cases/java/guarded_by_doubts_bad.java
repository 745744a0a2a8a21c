// args: --min-confidence 0
import com.google.common.annotations.VisibleForTesting;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.GuardedBy;

// Against the declaration, but less sure.
public class guarded_by_doubts_bad {
  @GuardedBy("this") private final AtomicInteger atomic = new AtomicInteger();
  @GuardedBy("this") private int tested;

  public int safe() {
    return atomic.get(); // expect: java-guarded-by "thread-safe by itself"
  }

  @VisibleForTesting
  public int forTests() {
    return tested; // expect: java-guarded-by "visible for tests only"
  }

  // A tree has one lock, which each node gets from its parent.
  static class Node {
    private final Node parent;
    private final Object lock;
    @GuardedBy("lock") private int size;

    Node(Node parent) {
      this.parent = parent;
      this.lock = parent.lock;
    }

    public void grow() {
      synchronized (lock) {
        size++;
        parent.size++; // expect: java-guarded-by note "may be the same"
      }
    }
  }

  // Each has a lock of its own.
  static class Leaf {
    private final Object lock = new Object();
    @GuardedBy("lock") private int size;

    public void take(Leaf other) {
      synchronized (lock) {
        size++;
        other.size--; // expect: java-guarded-by error "Leaf.size"
      }
    }
  }
}
