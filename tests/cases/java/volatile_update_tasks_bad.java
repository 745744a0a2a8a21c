// args: --min-confidence 0
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

// One task makes all updates; others have two.
public class volatile_update_tasks_bad {
  private static volatile int ticks;
  private static volatile int beats;
  private static volatile int shared;

  void start(Timer timer, ScheduledExecutorService pool) {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            ticks++; // expect: java-volatile-update "one task" confidence<40
            shared++; // expect: java-volatile-update
          }
        },
        10,
        10);
    pool.scheduleAtFixedRate(() -> beats++, 1, 1, TimeUnit.SECONDS); // expect: java-volatile-update confidence<40
  }

  void use() {
    shared++; // expect: java-volatile-update confidence>=50
  }
}
