import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// @SuppressWarnings with our rule ids, or with Error Prone's name for the guard check.
@ThreadSafe
public class suppressed_ok { // ok: java-unsynchronized-access; ok: java-escape; ok: java-guarded-by; ok: java-double-checked-locking; ok: java-volatile-update
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

  private Object lazy;
  private volatile int count;

  // As Sonar, PMD and Error Prone call them.
  @SuppressWarnings({"java:S2168", "java-unsynchronized-access"})
  public Object lazy() {
    if (lazy == null) {
      synchronized (this) {
        if (lazy == null) lazy = new Object();
      }
    }
    return lazy;
  }

  @SuppressWarnings({"PMD.DoubleCheckedLocking", "java-unsynchronized-access"})
  public Object again() {
    if (lazy == null) {
      synchronized (this) {
        if (lazy == null) lazy = new Object();
      }
    }
    return lazy;
  }

  @SuppressWarnings({"squid:S3078", "java-unsynchronized-access"})
  public void count() {
    count++;
  }
}
