import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.concurrent.ThreadSafe;

// The subclass says what the superclass keeps. ok: java-unsynchronized-access
public class inherited_types_ok {
  static class Delegating {
    private final Set<String> set;

    Delegating(Set<String> set) {
      this.set = set;
    }

    public void add(String one) {
      set.add(one);
    }
  }

  @ThreadSafe
  public static class Concurrent extends Delegating {
    public Concurrent() {
      super(ConcurrentHashMap.newKeySet());
    }
  }
}
