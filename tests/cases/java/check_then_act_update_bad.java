import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// A value that is read, changed and put back; an iterator of a synchronized list.
public class check_then_act_update_bad {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());

  public void up(String key) {
    counts.put(key, counts.getOrDefault(key, 0) + 1); // expect[u]: java-check-then-act "lost"
  }

  public void down(String key) {
    Integer now = counts.get(key); // access[d]: read
    counts.put(key, now - 1); // expect[d]: java-check-then-act "lost"
  }

  public void add(String name) {
    names.add(name);
  }

  public String first() {
    Iterator<String> it = names.iterator(); // expect: java-check-then-act "does not hold its lock"
    return it.hasNext() ? it.next() : null;
  }

  public long count() {
    return names.stream().filter(n -> n.isEmpty()).count(); // expect: java-check-then-act "does not hold its lock"
  }
}
