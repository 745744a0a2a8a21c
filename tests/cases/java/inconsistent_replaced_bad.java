// args: --min-confidence 0
import java.util.ArrayList;
import java.util.List;

public class inconsistent_replaced_bad {
  private final Object lock = new Object();
  private List<String> replaced = new ArrayList<>();
  private List<String> lazy;
  private final List<String> sized = new ArrayList<>();
  private final List<String> rows = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  // Each change makes a new list: a reader has an old one, which no thread changes.
  public void add(String name) {
    synchronized (lock) {
      List<String> next = new ArrayList<>(replaced);
      next.add(name);
      replaced = next;
    }
  }

  public void remove(String name) {
    synchronized (lock) {
      List<String> next = new ArrayList<>(replaced);
      next.remove(name);
      replaced = next;
    }
  }

  public String first() {
    return replaced.get(0); // expect: java-inconsistent-lock "the read may be stale" confidence<50
  }

  // The list is made once and changes: what matters is the change, not that it was made.
  public void addLazy(String name) {
    synchronized (lock) {
      if (lazy == null) lazy = new ArrayList<>();
      lazy.add(name);
    }
  }

  public void removeLazy(String name) {
    synchronized (lock) {
      lazy.remove(name);
    }
  }

  public void show() {
    for (String name : lazy) System.out.println(name); // expect: java-inconsistent-lock "ConcurrentModificationException"
  }

  public void addSized(String name) {
    synchronized (lock) {
      sized.add(name);
    }
  }

  public void removeSized(String name) {
    synchronized (lock) {
      sized.remove(name);
    }
  }

  public int count() {
    return sized.size(); // expect: java-inconsistent-lock "the size may be out of date" confidence<50
  }

  public void addRow(String name) {
    synchronized (lock) {
      rows.add(name);
      lines.add(name);
    }
  }

  public void removeRow(String name) {
    synchronized (lock) {
      rows.remove(name);
      lines.remove(name);
    }
  }

  public void showLines() {
    for (int i = 0; i < lines.size(); i++) {
      try {
        System.out.println(lines.get(i)); // expect: java-inconsistent-lock confidence<50
      } catch (Exception e) {
        System.err.println(e);
      }
    }
  }

  // What a change may throw is expected.
  public String row(int at) {
    try {
      return rows.get(at); // expect: java-inconsistent-lock confidence<50
    } catch (RuntimeException e) {
      return null;
    }
  }
}
