// ok: java-guarded-state-leak
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class guarded_state_leak_ok {
  private final List<String> jobs = new ArrayList<>();
  private final List<String> safe = new CopyOnWriteArrayList<>();
  private final List<String> fixed = Collections.unmodifiableList(new ArrayList<>());
  private List<String> swapped = new ArrayList<>();

  public synchronized void add(String job) {
    jobs.add(job);
    safe.add(job);
  }

  public synchronized List<String> copy() {
    return new ArrayList<>(jobs);
  }

  public synchronized List<String> safe() {
    return safe;
  }

  public synchronized List<String> fixed() {
    return fixed;
  }

  private synchronized List<String> own() {
    return jobs;
  }

  public synchronized List<String> swapped() {
    return swapped;
  }

  public synchronized void swap(List<String> other) {
    swapped = new ArrayList<>(other);
  }
}
