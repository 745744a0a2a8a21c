import com.google.common.util.concurrent.Monitor;
import javax.annotation.concurrent.GuardedBy;

public class guava_monitor_bad {
  private final Monitor monitor = new Monitor();
  private final Monitor other = new Monitor();

  @GuardedBy("monitor")
  private String value;

  // The Guard of another monitor.
  private final Monitor.Guard present =
      new Monitor.Guard(other) {
        @Override
        public boolean isSatisfied() {
          return value != null; // access: read
        }
      };

  public void set(String next) {
    monitor.enterIf(present);
    value = next; // expect: java-guarded-by "monitor"
    monitor.leave();
  }
}
