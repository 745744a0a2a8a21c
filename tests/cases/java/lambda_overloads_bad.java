import java.nio.ByteBuffer;
import javax.annotation.concurrent.GuardedBy;

// The overload that a lambda means runs it without the lock; the one for buffers takes it.
public class lambda_overloads_bad {
  @GuardedBy("this") private int pending;

  @GuardedBy("this")
  private void add(int bytes) {
    pending += bytes;
  }

  public void flush() {
    send(() -> add(1)); // expect: java-guarded-by "without its guard"
  }

  public synchronized void send(ByteBuffer buffer) {
    add(buffer.remaining());
  }

  private void send(Runnable write) {
    write.run();
  }
}
