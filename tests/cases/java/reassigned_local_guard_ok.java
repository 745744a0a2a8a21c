import com.google.errorprone.annotations.concurrent.GuardedBy;

// ok: java-guarded-by
// A local variable of two values means one object in a block that does not assign it.
public class reassigned_local_guard_ok {
  private Channel channel;

  public synchronized void set(Channel one) {
    channel = one;
  }

  public void flush() {
    Channel current = null;
    synchronized (this) {
      current = channel;
    }
    if (current != null) {
      synchronized (current) {
        current.onReady();
        current.pending++;
      }
    }
  }

  static class Channel {
    @GuardedBy("this")
    int pending;

    @GuardedBy("this")
    void onReady() {
      pending = 0;
    }
  }
}
