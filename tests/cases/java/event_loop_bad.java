import javax.annotation.concurrent.ThreadSafe;

// One of the methods does not say where it runs, and two event loops are two threads.
@ThreadSafe
public class event_loop_bad {
  interface EventLoop {
    boolean inEventLoop();
  }

  private final EventLoop loop;
  private final EventLoop other;
  private int sent;
  private int acked;

  public event_loop_bad(EventLoop loop, EventLoop other) {
    this.loop = loop;
    this.other = other;
  }

  public void send() {
    assert loop.inEventLoop();
    sent++; // expect[a]: java-unsynchronized-access
    acked--; // expect[b]: java-unsynchronized-access
  }

  public void count() {
    sent = 0; // access[a]: write
  }

  public void ack() {
    assert other.inEventLoop();
    acked++; // access[b]: update
  }
}
