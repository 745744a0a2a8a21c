import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// @SuppressWarnings with our rule ids, or with Error Prone's name for the guard check.
@ThreadSafe
public class suppressed_ok { // ok: java-unsynchronized-access; ok: java-escape; ok: java-guarded-by
  @SuppressWarnings("java-escape") int open;
  private int n;
  @GuardedBy("this") private int m;

  @SuppressWarnings("java-unsynchronized-access")
  public void up() {
    n++;
  }

  @SuppressWarnings({"unused", "GuardedBy"})
  public int get() {
    return m;
  }

  // On a local variable.
  public int local() {
    @SuppressWarnings("java-unsynchronized-access") int next = n++;
    @SuppressWarnings("FieldAccessNotGuarded") int guarded = m;
    return next + guarded;
  }

  // On the method around a lambda.
  @SuppressWarnings("GuardedBy")
  public Runnable later() {
    return () -> m++;
  }

  public int above() {
    //noinspection FieldAccessNotGuarded
    return m;
  }
}
