import java.util.HashMap;
import java.util.Map;
import javax.annotation.concurrent.GuardedBy;
import lombok.Synchronized;

// @GuardedBy may name the field that Lombok makes.
class lombok_lock_guard_bad {
  @GuardedBy("$lock") private final Map<String, Integer> sizes = new HashMap<>();
  @GuardedBy("$LOCK") private static int made;

  @Synchronized
  public void put(String key, int size) {
    sizes.put(key, size);
  }

  @Synchronized
  public static void make() {
    made++;
  }

  public Integer get(String key) {
    return sizes.get(key); // expect: java-guarded-by "without its guard this.$lock"
  }

  public static int count() {
    return made; // expect: java-guarded-by
  }
}

class no_lombok_lock {
  @GuardedBy("$lock") private int size; // expect: java-guarded-by "does not exist"

  public synchronized void add() {
    size++;
  }
}
