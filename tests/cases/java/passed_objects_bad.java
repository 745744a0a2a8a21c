import javax.annotation.concurrent.ThreadSafe;

// The method keeps the object: any thread may run it.
@ThreadSafe
public class passed_objects_bad {
  private int hits;
  private Runnable kept;

  private synchronized void later(Runnable task) {
    kept = task;
  }

  public void hit() {
    later(
        new Runnable() {
          @Override
          public void run() {
            hits++; // expect: java-unsynchronized-access "hits"
          }
        });
  }

  public synchronized int hits() {
    return hits; // access: read
  }
}
