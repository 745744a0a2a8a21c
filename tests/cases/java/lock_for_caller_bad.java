import java.util.concurrent.locks.ReentrantLock;

// A failure must not leave the lock held, and a method that only begins with the same letters is none that
// locks for its caller.
public class lock_for_caller_bad {
  private final ReentrantLock delegate = new ReentrantLock();
  private volatile int limit = 1;
  private int used;

  public void lockRemote() {
    delegate.lock(); // expect[a]: java-lock-not-released "path that leaves"
    if (limit == 0) throw new IllegalStateException(); // related[a]
    if (used < 0) delegate.unlock();
  }

  public boolean lockableNow() {
    delegate.lock(); // expect[b]: java-lock-not-released "path that leaves"
    if (used < limit) return true; // related[b]
    delegate.unlock();
    return false;
  }
}
