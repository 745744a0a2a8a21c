import java.util.function.Supplier;
import javax.annotation.concurrent.GuardedBy;

public class bound_receivers_bad {
  @GuardedBy("this") private StringBuilder text;

  static void register(Supplier<Integer> supplier) {
    supplier.get();
  }

  public synchronized void start() {
    text = new StringBuilder();
  }

  public void late() {
    register(text::length); // expect: java-guarded-by "bound_receivers_bad.text"
  }

  public synchronized void lambda() {
    new Thread(() -> register(text::length)).start(); // access: read
  }
}
