import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.ThreadSafe;

// ok: java-unsynchronized-access
@ThreadSafe
public enum enum_bodies_ok {
  ATOMIC {
    private final AtomicInteger hits = new AtomicInteger();

    @Override
    public void hit() {
      hits.incrementAndGet();
    }
  },
  LOCKED {
    private int hits;

    @Override
    public synchronized void hit() {
      hits++;
    }
  };

  public abstract void hit();
}
