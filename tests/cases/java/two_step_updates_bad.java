// args: --min-confidence 0
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

// What is read, changed and put back, through local variables.
public class two_step_updates_bad {
  private final AtomicReference<List<String>> names = new AtomicReference<>(List.of());
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
  private final Queue<String> shared = new ConcurrentLinkedQueue<>();

  public void add(String name) {
    List<String> next = new ArrayList<>(names.get()); // access[a]: read
    next.add(name);
    names.set(next); // expect[a]: java-check-then-act "an update of another thread in between is lost"
  }

  public void remove(String name) {
    List<String> old = names.get(); // access[r]: read
    List<String> next = new ArrayList<>(old);
    next.remove(name);
    names.set(next); // expect[r]: java-check-then-act "an update of another thread in between is lost"
  }

  public void count(String key) {
    Integer now = counts.get(key); // access[c]: read
    counts.put(key, now == null ? 1 : now + 1); // expect[c]: java-check-then-act "merge"
  }

  // Perhaps one thread calls it.
  public String next() {
    if (!waiting.isEmpty()) return waiting.remove(); // expect: java-check-then-act "last element" confidence<50
    return null;
  }

  public String take() {
    if (!shared.isEmpty()) return shared.remove(); // expect: java-check-then-act "last element" confidence>=50
    return null;
  }

  public void clear() {
    shared.clear();
  }
}
