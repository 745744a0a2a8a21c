import com.google.common.util.concurrent.Monitor;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// The condition of a Guard is only evaluated while its monitor is held.
@ThreadSafe
public class guava_monitor_ok { // ok: java-guarded-by
  private final Monitor monitor = new Monitor();

  @GuardedBy("monitor")
  private String value;

  private final Monitor.Guard present =
      new Monitor.Guard(monitor) {
        @Override
        public boolean isSatisfied() {
          return value != null;
        }
      };

  private final Monitor.Guard absent = monitor.newGuard(() -> value == null);

  public String take() throws InterruptedException {
    monitor.enterWhen(present);
    try {
      String result = value;
      value = null;
      return result;
    } finally {
      monitor.leave();
    }
  }

  public boolean offer(String next) {
    if (!monitor.enterIf(absent)) return false;
    try {
      value = next;
      return true;
    } finally {
      monitor.leave();
    }
  }
}
