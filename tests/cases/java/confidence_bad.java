// What lowers the confidence: one class for each reason.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
class UnknownType {
  public final Mystery mystery = null;  // expect[a]: java-escape
}

@ThreadSafe
class ForTests {
  @VisibleForTesting int seen;  // expect[b]: java-escape
}

@ThreadSafe
class PassedToMethod {
  private final int[] data = new int[3];
  private final Printer printer = null;

  public synchronized void set(int i) {
    data[i] = 1;  // access[c]: write
  }

  public void print() {
    printer.show(data);  // expect[c]: java-unsynchronized-access
  }
}

@ThreadSafe
class PassedToConstructor {
  private final int[] data = new int[3];

  public synchronized void set(int i) {
    data[i] = 1;  // access[d]: write
  }

  public Object copy() {
    return new Printed(data);  // expect[d]: java-unsynchronized-access
  }
}

@ThreadSafe
class CapturedThis {
  private int count;  // expect[e]: java-unsafe-publication

  public CapturedThis(Consumer<Runnable> bus) {
    bus.accept(() -> add());
    count = 1;  // expect[f]: java-unsynchronized-access; related[e]
  }

  public synchronized void add() {
    count++;  // access[f]: update
  }

  public synchronized int get() {
    return count;  // access[f]: read
  }
}

@ThreadSafe
class LockNotFinal {
  private Object lock = new Object();  // expect[g]: java-unsafe-publication
  private int count;

  public void add() {
    synchronized (lock) {  // access[h]: read; expect: java-bad-lock-object
      count++;  // access[i]: update
    }
  }

  public void reset() {
    synchronized (lock) {  // access[h]: read
      count = 0;  // access[i]: write
    }
    lock = new Object();  // expect[h]: java-unsynchronized-access
  }

  public int get() {
    return count;  // expect[i]: java-unsynchronized-access
  }
}

@ThreadSafe
class RunsInExecutor {
  private final ExecutorService single = Executors.newSingleThreadExecutor();
  private int count;

  public void add(Source source) {
    single.execute(() -> count++);  // access[j]: update
    single.execute(() -> count++);  // access[j]: update
    source.listen(new Listener() {
      public void changed() {
        count = 0;  // expect[j]: java-unsynchronized-access
      }
    });
  }
}
