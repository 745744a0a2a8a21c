import java.util.HashMap;
import java.util.Map;

// Helpers that other files call, always with the lock.
public class Table { // ok: java-inconsistent-lock
  final Object mutex = new Object();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> sizes = new HashMap<>();

  public synchronized void put(String name) {
    names.put(name, name);
  }

  public synchronized void remove(String name) {
    names.remove(name);
  }

  public synchronized boolean has(String name) {
    return names.containsKey(name);
  }

  void clearNames() {
    names.clear();
  }

  protected int countNames() {
    int n = 0;
    for (String name : names.keySet()) n += name.length();
    return n;
  }

  public void putSize(String name) {
    synchronized (mutex) {
      sizes.put(name, name);
    }
  }

  public void removeSize(String name) {
    synchronized (mutex) {
      sizes.remove(name);
    }
  }

  public boolean hasSize(String name) {
    synchronized (mutex) {
      return sizes.containsKey(name);
    }
  }

  void clearSizes() {
    sizes.clear();
  }
}
