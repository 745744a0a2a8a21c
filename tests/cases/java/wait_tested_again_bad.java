import java.util.ArrayDeque;
import java.util.Queue;

// Waits outside of a loop: a helper that is also called without one.
class wait_tested_again_bad {
  private final Queue<String> jobs = new ArrayDeque<>();

  private void pause() throws InterruptedException {
    wait(); // expect: java-wait-notify "loop"
  }

  synchronized String take() throws InterruptedException {
    while (jobs.isEmpty()) pause();
    return jobs.remove();
  }

  synchronized String takeOnce() throws InterruptedException {
    if (jobs.isEmpty()) pause();
    return jobs.remove();
  }
}
