import java.util.HashMap;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class statics_bad {
  private static final Map<String, String> CACHE = new HashMap<>();
  private static int count;

  // Each construction writes what all objects share.
  public statics_bad() {
    count++; // expect: java-unsynchronized-access "statics_bad.count"
  }

  public static String get(String key) {
    return CACHE.get(key); // access[c]: read
  }

  public static void put(String key, String value) {
    CACHE.put(key, value); // expect[c]: java-unsynchronized-access "statics_bad.CACHE"
  }
}
