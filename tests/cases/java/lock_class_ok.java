import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// A lock class of one's own that can only be tried, and a helper that runs a method reference under it.
@ThreadSafe
public class lock_class_ok { // ok: java-guarded-by; ok: java-unsynchronized-access
  private final Door door = new Door();

  @GuardedBy("door")
  private int n;

  public int take() {
    return withDoor(this::next);
  }

  @GuardedBy("door")
  private int next() {
    return ++n;
  }

  private int withDoor(Supplier<Integer> task) {
    boolean open = door.tryLock(1, TimeUnit.SECONDS);
    if (!open) return -1;
    try {
      return task.get();
    } finally {
      door.unlock();
    }
  }

  private static class Door {
    private final ReentrantLock lock = new ReentrantLock();

    boolean tryLock(long time, TimeUnit unit) {
      try {
        return lock.tryLock(time, unit);
      } catch (InterruptedException e) {
        return false;
      }
    }

    void unlock() {
      lock.unlock();
    }
  }
}
