import java.util.ArrayDeque;
import java.util.Queue;
import javax.annotation.concurrent.ThreadSafe;

// What other code passes may be a concurrent queue; what the class makes is known.
@ThreadSafe
public class unknown_collection_bad {
  private final Queue<String> plan;
  private final Queue<String> own = new ArrayDeque<>();

  public unknown_collection_bad(Queue<String> plan) {
    this.plan = plan;
  }

  public String next() {
    return plan.poll(); // expect: java-unsynchronized-access "may be a concurrent one" confidence<50
  }

  public String mine() {
    return own.poll(); // expect: java-unsynchronized-access confidence>=50
  }
}
