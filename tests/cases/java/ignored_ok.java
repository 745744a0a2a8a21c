import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class ignored_ok { // ok: java-unsynchronized-access; ok: java-escape; ok: unused-ignore
  // deadheat: ignore java-escape -- tests set it
  int open;
  private int n;

  public void up() {
    n++; // deadheat: ignore java-unsynchronized-access -- a rough figure will do
  }
}
