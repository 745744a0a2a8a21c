import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.ThreadSafe;

// Reading conflicts with nothing, and thread-safe types look after themselves.
@ThreadSafe
public class modifications_ok { // ok: java-unsynchronized-access
  private final Map<String, Integer> table = new HashMap<>();
  private final int[] constants = {1, 2, 3};
  private final AtomicInteger atomic = new AtomicInteger();
  private final Map<String, String> concurrent = new ConcurrentHashMap<>();
  private final List<String> copies = new CopyOnWriteArrayList<>();
  private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
  private final ThreadLocal<List<String>> own = ThreadLocal.withInitial(ArrayList::new);
  private final Own safe = new Own();
  private final Plain plain = new Plain();
  private String name; // expect: java-unsafe-publication

  public modifications_ok() {
    table.put("a", 1);
    name = "n";
  }

  // Its methods synchronize, annotation or not.
  static class Own {
    private int value;

    synchronized void set(int v) {
      value = v;
    }

    synchronized int get() {
      return value;
    }
  }

  static class Plain {
    private int value = 3;

    int get() {
      return value;
    }
  }

  public int read(String key) {
    return table.get(key) + constants[1] + table.size() + name.length() + plain.get();
  }

  public void write() {
    atomic.set(3);
    concurrent.put("a", "b");
    copies.add("c");
    wrapped.add("d");
    own.get().add("e");
    safe.set(4);
  }

  public int look() {
    return safe.get();
  }
}
