import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import javax.annotation.concurrent.ThreadSafe;

// Signals to a subscriber come one after the other. ok: java-unsynchronized-access
@ThreadSafe
public class serial_callbacks_ok implements Subscriber<String> {
  private Subscription subscription;
  private int received;

  @Override
  public void onSubscribe(Subscription s) {
    if (subscription != null) {
      s.cancel();
      return;
    }
    subscription = s;
    s.request(1);
  }

  @Override
  public void onNext(String item) {
    received++;
    subscription.request(1);
  }

  @Override
  public void onError(Throwable t) {
    received = 0;
  }

  @Override
  public void onComplete() {
    received = 0;
  }
}
