import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

// Other values, and updates with a lock. ok: java-check-then-act
public class two_step_updates_ok {
  private final AtomicReference<List<String>> names = new AtomicReference<>(List.of());
  private final AtomicReference<List<String>> others = new AtomicReference<>(List.of());

  public void copy() {
    List<String> next = new ArrayList<>(others.get());
    names.set(next);
  }

  public void replace(List<String> given) {
    List<String> next = new ArrayList<>(given);
    names.set(next);
  }

  public void restore() {
    List<String> old = names.get();
    names.set(null);
    System.out.println(old);
    names.set(old);
  }

  public synchronized void add(String name) {
    List<String> next = new ArrayList<>(names.get());
    next.add(name);
    names.set(next);
  }
}
