import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

// A lambda is no buffer: only one of the overloads is meant, and it runs the lambda with the lock. ok: java-guarded-by
public class lambda_overloads_ok {
  private final Lock sendLock = new ReentrantLock();
  @GuardedBy("sendLock") private int pending;

  @GuardedBy("sendLock")
  private void add(int bytes) {
    pending += bytes;
  }

  public void send(ByteBuffer buffer) {
    send(() -> add(buffer.remaining()));
  }

  public void send(ByteBuffer[] buffers) {
    send(() -> add(buffers.length));
  }

  private void send(Runnable write) {
    sendLock.lock();
    try {
      write.run();
    } finally {
      sendLock.unlock();
    }
  }
}
