import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.annotation.concurrent.ThreadSafe;

public class inherited_types_bad {
  static class Delegating {
    private final Set<String> set;

    Delegating(Set<String> set) {
      this.set = set;
    }

    public void add(String one) {
      set.add(one); // expect: java-unsynchronized-access "Delegating.set"
    }
  }

  @ThreadSafe
  public static class Sometimes extends Delegating {
    public Sometimes() {
      super(ConcurrentHashMap.newKeySet());
    }

    public Sometimes(int size) {
      super(new HashSet<>(size));
    }
  }
}
