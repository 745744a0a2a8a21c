import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class counter_ok { // ok: java-escape; ok: java-unsafe-publication; ok: java-unsynchronized-access; ok: java-guarded-by
  private int total = 0;
  private final Lock gate = new ReentrantLock();

  public void step() {
    gate.lock();
    int seen = total;
    seen = seen + 1;
    total = seen;
    gate.unlock();
  }
}
