import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class serial_executors_bad {
  private final ExecutorService single = Executors.newSingleThreadExecutor();
  private final ExecutorService many = Executors.newCachedThreadPool();
  private int n;
  private int m;

  public void up() {
    single.execute(() -> n++); // access[n]: update
  }

  public int get() {
    return n; // expect[n]: java-unsynchronized-access "this.single"
  }

  public void more() {
    many.execute(() -> m++); // expect: java-unsynchronized-access "serial_executors_bad.m"
  }
}
