import javax.annotation.concurrent.ThreadSafe;

// A private constructor holds what those hold who call it.
@ThreadSafe
public class private_constructors_ok { // ok: java-unsynchronized-access
  private static int made;

  private private_constructors_ok() {
    made++;
  }

  public static synchronized private_constructors_ok create() {
    return new private_constructors_ok();
  }
}
