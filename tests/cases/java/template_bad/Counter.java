import javax.annotation.concurrent.ThreadSafe;

// The template beside this class is skipped with a warning; the class is judged.
@ThreadSafe
public class Counter {
  private int n;

  public void inc() {
    n++; // expect: java-unsynchronized-access
  }
}
