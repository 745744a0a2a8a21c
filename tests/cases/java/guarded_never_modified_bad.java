import java.util.HashMap;
import java.util.Map;
import javax.annotation.concurrent.GuardedBy;

// A map that only the constructor fills does not change while it is read.
public class guarded_never_modified_bad {
  @GuardedBy("this") private final Map<String, Integer> fixed = new HashMap<>();
  @GuardedBy("this") private final Map<String, Integer> changing = new HashMap<>();

  public guarded_never_modified_bad() {
    fixed.put("a", 1);
  }

  public boolean has(String key) {
    return fixed.containsKey(key); // expect: java-guarded-by "after construction" confidence<80
  }

  public boolean hasNow(String key) {
    return changing.containsKey(key); // expect: java-guarded-by confidence>=80
  }

  public synchronized void put(String key) {
    changing.put(key, 1);
  }
}
