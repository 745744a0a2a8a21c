import java.util.ArrayDeque;
import java.util.Deque;
import javax.annotation.concurrent.ThreadSafe;

// ok: java-unsynchronized-access
// Code that asserts that it runs on one thread excludes other code that does.
@ThreadSafe
public class event_loop_ok {
  interface EventLoop {
    boolean inEventLoop();

    void execute(Runnable task);
  }

  private final EventLoop loop;
  private Deque<String> pending;
  private int sent;

  public event_loop_ok(EventLoop loop) {
    this.loop = loop;
  }

  public void gather(String name) {
    assert loop.inEventLoop();
    pending = new ArrayDeque<>();
    pending.add(name);
  }

  public void send() {
    assert loop.inEventLoop();
    if (pending != null && pending.poll() != null) sent++;
  }
}
