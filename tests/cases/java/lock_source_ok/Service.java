import com.google.common.util.concurrent.Monitor;
import javax.annotation.concurrent.GuardedBy;

class Service { // ok: java-guarded-by
  private final Monitor monitor = new Monitor();

  @GuardedBy("monitor")
  private int state;

  void await(Runnable reached) {
    monitor.enterWhenUninterruptibly(reached);
    try {
      state++;
    } finally {
      monitor.leave();
    }
  }
}
