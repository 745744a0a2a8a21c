import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// ok: java-guarded-state-leak
public class guarded_view_leak_ok {
  private final List<String> names = new ArrayList<>();
  private final Map<String, String> map = new ConcurrentHashMap<>();

  public synchronized void add(String name) {
    names.add(name);
    map.put(name, name);
  }

  public synchronized List<String> names() {
    return Collections.unmodifiableList(new ArrayList<>(names));
  }

  public synchronized List<String> copy() {
    return List.copyOf(names);
  }

  public Collection<String> values() {
    return map.values();
  }

  public synchronized long count() {
    return names.stream().filter(String::isEmpty).count();
  }
}
