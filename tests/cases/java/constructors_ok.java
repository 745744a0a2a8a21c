import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.ThreadSafe;

// Nobody else has the object yet.
@ThreadSafe
public class constructors_ok { // ok: java-unsynchronized-access
  private int n; // expect: java-unsafe-publication
  private final List<String> names = new ArrayList<>();
  private static final List<String> ALL = new ArrayList<>();

  static {
    ALL.add("first");
    prepare();
  }

  private static void prepare() {
    ALL.add("second");
  }

  {
    n = 0;
    names.add("zero");
  }

  public constructors_ok() {
    n = 0;
    init();
    names.forEach(x -> n++);
  }

  private void init() {
    n++;
    deeper();
  }

  private void deeper() {
    names.add("one");
  }

  private void shared() {
    n++;
  }

  public constructors_ok(int start) {
    shared();
  }

  public synchronized void step() {
    shared();
    names.add("more");
  }

  public static constructors_ok create() {
    constructors_ok made = new constructors_ok();
    made.n = 5;
    made.names.add("x");
    return made;
  }

  public static synchronized int all() {
    return ALL.size();
  }
}
