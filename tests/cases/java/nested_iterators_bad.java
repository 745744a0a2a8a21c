// args: --min-confidence 0
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

// An Iterable that a method makes while it holds the lock, for a call that goes through it at once.
public class nested_iterators_bad {
  private final Builder builder = new Builder();
  private Map<String, String> names = new HashMap<>();

  public synchronized void put(String name) {
    names.put(name, name);
  }

  public synchronized void remove(String name) {
    names.remove(name);
  }

  public synchronized void clear() {
    names.clear();
  }

  public synchronized void build() {
    if (names.isEmpty()) return;
    builder.addAll(
        new Iterable<String>() {
          @Override
          public Iterator<String> iterator() {
            return new Iterator<String>() {
              private final Iterator<String> keys = names.keySet().iterator(); // expect: java-inconsistent-lock "written where the lock is held" confidence<50

              @Override
              public boolean hasNext() {
                return keys.hasNext();
              }

              @Override
              public String next() {
                return names.get(keys.next());
              }
            };
          }
        });
  }

  interface Sink {
    void addAll(Iterable<String> all);
  }

  static class Builder {
    private Sink sink;

    void addAll(Iterable<String> all) {
      sink.addAll(all);
    }
  }
}
