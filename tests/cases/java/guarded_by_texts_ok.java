import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

public class guarded_by_texts_ok { // ok: java-unsynchronized-access
  // Which lock it is, nobody knows, but it is the same one.
  @ThreadSafe
  public static class SameText {
    private int n;

    @GuardedBy("Handler#lock") // expect[g]: java-guarded-by note
    public void set(int value) {
      n = value;
    }

    @GuardedBy("Handler#lock") // related[g]
    public int get() {
      return n;
    }
  }

  // The length of a final array needs no lock.
  public static class Length {
    private final Object lock = new Object();
    @GuardedBy("lock") private final int[] cells = new int[3];

    public int length() {
      return cells.length;
    }

    public int first() {
      synchronized (lock) {
        return cells[0];
      }
    }
  }
}
