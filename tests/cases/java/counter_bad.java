import net.jcip.annotations.ThreadSafe;

// The classic: no lock, and the field can be reached from outside.
@ThreadSafe
public class counter_bad {
  int total = 0; // expect: java-escape "total"

  public void step() {
    int seen = total; // access[p3]: read
    seen = seen + 1;
    total = seen; // expect[p3]: java-unsynchronized-access "counter_bad.total"
  }
}
