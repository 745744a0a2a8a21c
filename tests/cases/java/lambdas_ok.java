import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.concurrent.ThreadSafe;

// These lambdas are done before the call returns.
@ThreadSafe
public class lambdas_ok { // ok: java-unsynchronized-access
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private int n;

  public synchronized void each() {
    names.forEach(x -> n++);
    names.removeIf(x -> x.length() > n);
    counts.computeIfAbsent("a", k -> n++);
    counts.merge("a", 1, (a, b) -> a + b + n);
    Optional.of("x").ifPresent(x -> names.add(x));
  }

  public synchronized List<String> streams() {
    return names.stream().filter(x -> x.length() == n).map(x -> x + n).collect(Collectors.toList());
  }

  public synchronized void reference() {
    names.forEach(this::note);
  }

  private void note(String x) {
    n += x.length();
  }

  public synchronized void anonymous() {
    names.sort(new java.util.Comparator<String>() {
      @Override
      public int compare(String a, String b) {
        n++;
        return a.compareTo(b);
      }
    });
  }

  private void locked(Runnable action) {
    synchronized (this) {
      action.run();
    }
  }

  public void throughHelper() {
    locked(() -> n++);
  }
}
