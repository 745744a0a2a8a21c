import java.util.ArrayList;
import java.util.List;

// The lock that a stream gets may be that of its transport: lower confidence than for two locks of their own.
public class lock_order_given_bad {
  private final Object lock = new Object();
  private final List<Stream> streams = new ArrayList<>();

  public Stream open() {
    synchronized (lock) { // related[g]
      Stream stream = new Stream(this, lock);
      streams.add(stream);
      stream.begin(); // expect[g]: java-lock-order "passed to a constructor" confidence<50
      return stream;
    }
  }

  void closed(Stream stream) {
    synchronized (lock) {
      streams.remove(stream);
    }
  }

  static class Stream {
    private final lock_order_given_bad transport;
    private final Object lock;
    private int state;

    Stream(lock_order_given_bad transport, Object lock) {
      this.transport = transport;
      this.lock = lock;
    }

    void begin() {
      synchronized (lock) {
        state = 1;
      }
    }

    public void close() {
      synchronized (lock) { // related[g]
        state = 2;
        transport.closed(this); // access[g]: other
      }
    }
  }
}
