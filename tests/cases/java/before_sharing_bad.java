// args: --min-confidence 0
import javax.annotation.PostConstruct;
import javax.annotation.concurrent.ThreadSafe;

// What happens before other threads have the object, or is ordered by something else, is less likely to be a race.
@ThreadSafe
public class before_sharing_bad {
  private int size;
  private int limit;
  private int result;
  private volatile boolean done;

  @PostConstruct
  public void prepared() {
    size = 10; // expect[s]: java-unsynchronized-access "before the object is shared" confidence<51
  }

  public synchronized int size() {
    return size; // access[s]: read
  }

  // The thread sees what was written before its start.
  public void launch() {
    limit = 5; // expect[l]: java-unsynchronized-access "starts the thread after the access"
    Thread worker = new Thread(this::work);
    worker.start();
  }

  private synchronized void work() {
    System.out.println(limit); // access[l]: read
  }

  // The volatile flag publishes the result.
  public void finish() {
    result = 42; // expect[r]: java-unsynchronized-access "volatile" confidence<61
    done = true;
  }

  public int result() {
    if (!done) return -1;
    return result; // access[r]: read
  }
}
