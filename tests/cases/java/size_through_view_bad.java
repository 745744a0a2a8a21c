// args: --min-confidence 0
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// Asking for the size through a view, or for the number of bits, is no more than asking for the size.
class SizeThroughView {
  private final Map<String, String> entries = new HashMap<>();
  private final TreeMap<String, String> sorted = new TreeMap<>();
  private final BitSet used = new BitSet();

  public synchronized void put(String key, String value) {
    entries.put(key, value);
    sorted.put(key, value);
    used.set(key.length());
  }

  public synchronized void remove(String key) {
    entries.remove(key);
    sorted.remove(key);
    used.clear(key.length());
  }

  public synchronized String get(String key) {
    return entries.get(key) + sorted.get(key) + used.get(key.length());
  }

  public int count() {
    return entries.keySet().size(); // expect: java-inconsistent-lock "only the size" confidence<50
  }

  public boolean less(SizeThroughView other) {
    return used.cardinality() < 3; // expect: java-inconsistent-lock "only the size" confidence<50
  }

  // The comparator never changes.
  public Comparator<? super String> order() {
    return sorted.comparator();
  }
}
