import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import javax.annotation.concurrent.ThreadSafe;

// Other methods run at any time.
@ThreadSafe
public class serial_callbacks_bad implements Subscriber<String> {
  private int received;

  @Override
  public void onSubscribe(Subscription s) {
    s.request(1);
  }

  @Override
  public void onNext(String item) {
    received++; // expect[r]: java-unsynchronized-access
  }

  @Override
  public void onError(Throwable t) {}

  @Override
  public void onComplete() {}

  public void reset() {
    received = 0; // access[r]: write
  }
}
