// args: --min-confidence 0
import java.util.HashMap;
import java.util.Map;

public class Table {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> sizes = new HashMap<>();
  private final Map<String, String> kinds = new HashMap<>();
  private final Map<String, String> roots = new HashMap<>();
  private final Map<String, String> leaves = new HashMap<>();

  public synchronized void put(String name) {
    names.put(name, name);
    sizes.put(name, name);
    kinds.put(name, name);
    roots.put(name, name);
    leaves.put(name, name);
  }

  public synchronized void remove(String name) {
    names.remove(name);
    sizes.remove(name);
    kinds.remove(name);
    roots.remove(name);
    leaves.remove(name);
  }

  public synchronized boolean has(String name) {
    return names.containsKey(name);
  }

  // One caller is right, one is not.
  void clearNames() {
    names.clear(); // expect: java-inconsistent-lock "a call of the method holds no lock" confidence>=50
  }

  // Public: code that is not seen may call it, too.
  public void clearSizes() {
    sizes.clear(); // expect: java-inconsistent-lock "every call of the method in the program holds the lock" confidence<50
  }

  // Its callers hold another lock.
  public void clearKinds() {
    kinds.clear(); // expect: java-inconsistent-lock "holds a lock, or runs before the object is shared" confidence<60
  }

  // Its only caller holds no lock, but all callers of that one do.
  public void clearRoots() {
    roots.clear(); // expect: java-inconsistent-lock "holds a lock, or runs before the object is shared" confidence<50
  }

  // One caller of its caller holds nothing.
  public void clearLeaves() {
    leaves.clear(); // expect: java-inconsistent-lock "is a write" confidence>=50
  }
}
