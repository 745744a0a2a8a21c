import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

// A view shows the collection itself.
public class guarded_view_leak_bad {
  private final List<String> names = new ArrayList<>();
  private final Map<String, String> map = new HashMap<>();

  public synchronized void add(String name) {
    names.add(name);
    map.put(name, name);
  }

  public synchronized List<String> names() {
    return Collections.unmodifiableList(names); // expect[a]: java-guarded-state-leak "view"
  }

  public synchronized Collection<String> values() {
    return map.values(); // expect[b]: java-guarded-state-leak "view"
  }

  public synchronized Iterator<String> iterator() {
    return names.iterator(); // expect[c]: java-guarded-state-leak "view"
  }
}
