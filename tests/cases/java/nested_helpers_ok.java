// All users of a nested class that is not public are in its file: its methods hold what they hold.
public class nested_helpers_ok { // ok: java-inconsistent-lock
  private final Object lock = new Object();
  private final Entry entry = new Entry();

  static class Entry {
    private int size;

    public void grow() {
      size++;
    }

    public int size() {
      return size;
    }
  }

  public void grow() {
    synchronized (lock) {
      entry.grow();
    }
  }

  public void shrink() {
    synchronized (lock) {
      entry.size--;
    }
  }

  public int size() {
    synchronized (lock) {
      return entry.size();
    }
  }
}
