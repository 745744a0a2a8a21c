import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class guarded_state_leak_bad {
  private final List<String> jobs = new ArrayList<>();
  private Map<String, String> config = new HashMap<>();
  private final List<String> inner = new ArrayList<>();
  private final Object lock = new Object();

  public synchronized void add(String job) {
    jobs.add(job); // related[a]
    config.put(job, job); // related[c]; related[d]
  }

  public synchronized List<String> jobs() {
    return jobs; // expect[a]: java-guarded-state-leak "new ArrayList<>(jobs)"
  }

  public void addInner(String job) {
    synchronized (lock) {
      inner.add(job); // related[b]
    }
  }

  List<String> inner() {
    synchronized (lock) {
      return inner; // expect[b]: java-guarded-state-leak confidence<60
    }
  }

  public synchronized Map<String, String> config() {
    return config; // expect[c]: java-guarded-state-leak
  }

  public synchronized void configure(Map<String, String> other) {
    config = other; // expect[d]: java-guarded-state-leak note
  }
}
