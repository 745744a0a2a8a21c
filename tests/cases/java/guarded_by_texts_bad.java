import javax.annotation.concurrent.GuardedBy;

public class guarded_by_texts_bad {
  private static final String LOCK = "lock";
  private final Object lock = new Object();

  // A constant is as good as a text.
  @GuardedBy(LOCK) private int a;

  // One mistake, one finding.
  @GuardedBy("Nowhere#lock") private int b; // expect[b]: java-guarded-by note
  @GuardedBy("Nowhere#lock") private int c; // related[b]

  @GuardedBy("lock") private final int[] cells = new int[3];
  @GuardedBy("lock") private int[] others = new int[3];
  @GuardedBy("guarded_by_texts_bad.lock") private int whose; // expect: java-guarded-by "of each object"
  @GuardedBy("lock") private int dead;

  @GuardedBy("Nowhere#lock") // related[b]
  public void both() {
    b++;
    c++;
  }

  public void bad() {
    a++; // expect: java-guarded-by "guarded_by_texts_bad.a"
  }

  public int first() {
    return cells[0]; // expect: java-guarded-by "guarded_by_texts_bad.cells"
  }

  // The field is not final: another array may have another length.
  public int length() {
    return others.length; // expect: java-guarded-by "guarded_by_texts_bad.others"
  }

  // Nobody is seen to call it, but who does needs the lock.
  private void nobody() {
    dead++; // expect: java-guarded-by "guarded_by_texts_bad.dead"
  }
}
