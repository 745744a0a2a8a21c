import io.grpc.SynchronizationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.annotation.concurrent.ThreadSafe;

// Tasks of one executor that run one after another exclude each other.
@ThreadSafe
public class serial_executors_ok { // ok: java-unsynchronized-access
  private final SynchronizationContext context = new SynchronizationContext((t, e) -> {});
  private final ExecutorService single = Executors.newSingleThreadExecutor();
  private final List<String> names = new ArrayList<>();
  private int n;

  public void add(String name) {
    context.execute(() -> names.add(name));
  }

  public void clear() {
    context.execute(new Runnable() {
      @Override
      public void run() {
        names.clear();
      }
    });
  }

  private class Shrink implements Runnable {
    @Override
    public void run() {
      names.remove(0);
    }
  }

  public void shrink() {
    context.execute(new Shrink());
  }

  public void up() {
    single.execute(() -> n++);
  }

  public void down() {
    single.submit(() -> n--);
  }
}
