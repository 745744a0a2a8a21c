import javax.annotation.concurrent.ThreadSafe;

// An anonymous class that a method only calls runs under that method's lock, as a lambda does.
@ThreadSafe
public class passed_objects_ok { // ok: java-unsynchronized-access
  private int hits;

  private synchronized void locked(Runnable task) {
    task.run();
  }

  public void hit() {
    locked(
        new Runnable() {
          @Override
          public void run() {
            hits++;
          }
        });
  }

  public synchronized int hits() {
    return hits;
  }
}
