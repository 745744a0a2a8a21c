import java.util.function.Supplier;
import javax.annotation.concurrent.GuardedBy;

// The receiver of a method reference is evaluated where the reference is made. ok: java-guarded-by
public class bound_receivers_ok {
  @GuardedBy("this") private StringBuilder text;

  static void register(Supplier<Integer> supplier) {
    Registry.all.add(supplier);
  }

  static class Registry {
    static final java.util.List<Supplier<Integer>> all = new java.util.concurrent.CopyOnWriteArrayList<>();
  }

  public synchronized void start() {
    text = new StringBuilder();
    register(text::length);
  }
}
