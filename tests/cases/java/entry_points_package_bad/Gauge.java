import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class Gauge {
  private int n;
  private int m;

  void packagePrivate() {
    n++; // expect: java-unsynchronized-access "Gauge.n"
  }

  protected void forSubclasses() {
    m++; // expect: java-unsynchronized-access "Gauge.m"
  }
}
