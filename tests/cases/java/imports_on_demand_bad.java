import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

// Classes of the library that on-demand imports bring are known as well.
public class imports_on_demand_bad {
  private final ConcurrentMap<String, String> names = new ConcurrentHashMap<>();
  private final AtomicBoolean started = new AtomicBoolean();
  private final List<String> log = new ArrayList<>();

  public void put(String key) {
    if (!names.containsKey(key)) names.put(key, new String(key)); // expect[n]: java-check-then-act
  }

  public boolean start() {
    if (started.get()) return false;
    return true;
  }

  public void begin() {
    if (!started.get()) started.set(true); // expect[s]: java-check-then-act
  }

  public synchronized void add(String line) {
    log.add(line);
  }

  public synchronized int size() {
    return log.size();
  }

  public synchronized List<String> lines() {
    return log; // expect: java-guarded-state-leak
  }
}
