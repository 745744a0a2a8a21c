import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// Each access of the package to a field with a declared guard is checked; outside the package nobody checks.
@ThreadSafe
public class escape_guard_declared_bad {
  @GuardedBy("this") int near; // expect: java-escape "every access of the package" confidence<50
  @GuardedBy("this") public int open; // expect: java-escape confidence>=70
  int bare; // expect: java-escape confidence>=50

  public synchronized void step() {
    near++;
    open++;
  }
}
