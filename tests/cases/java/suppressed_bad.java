import javax.annotation.concurrent.ThreadSafe;

// What one access is excused from, the others are not.
@ThreadSafe
public class suppressed_bad {
  private int n;

  public int excused() {
    @SuppressWarnings("java-unsynchronized-access") int next = n++;
    @SuppressWarnings("unused") int other = n++; // expect: java-unsynchronized-access "suppressed_bad.n"
    return next;
  }
}
