import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class thread_safe_reassigned_bad {
  private ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

  public void put(String k, String v) {
    map.put(k, v); // access: read
  }

  public void reset() {
    map = new ConcurrentHashMap<>(); // expect: java-unsynchronized-access "map"
  }
}
