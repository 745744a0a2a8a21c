import java.util.function.Supplier;
import javax.annotation.concurrent.ThreadSafe;

// What only a private field knows runs where the field is called. ok: java-unsynchronized-access
public class confined_objects_ok {
  abstract static class Aggregator {
    private boolean busy;

    void update(boolean used) {
      if (busy != used) changed(used);
      busy = used;
    }

    abstract void changed(boolean used);
  }

  @ThreadSafe
  public static class Holder {
    private int n;
    private final Aggregator aggregator =
        new Aggregator() {
          @Override
          void changed(boolean used) {
            n++;
          }
        };
    private final Supplier<Integer> next = () -> n++;

    public synchronized void use() {
      aggregator.update(true);
    }

    public synchronized int next() {
      return next.get();
    }
  }

  @ThreadSafe
  public static class Nameless {
    private int n;

    public synchronized void a() {
      new Object() {
        void go() {
          n++;
        }
      }.go();
    }

    public synchronized int get() {
      return n;
    }
  }
}
