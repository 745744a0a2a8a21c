import com.google.errorprone.annotations.concurrent.GuardedBy;

// A variable that is assigned inside the block means another object than the one that is locked; another
// variable does, too.
public class reassigned_local_guard_bad {
  public void flush(Channel first, Channel second) {
    Channel current = first;
    current = second;
    synchronized (current) {
      current = first;
      current.onReady(); // expect: java-guarded-by
    }
    synchronized (current) {
      second.onReady(); // expect: java-guarded-by
    }
  }

  static class Channel {
    private int pending;

    @GuardedBy("this")
    void onReady() {
      pending = 0;
    }
  }
}
