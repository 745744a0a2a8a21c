// args: --min-confidence 0
import javax.annotation.concurrent.ThreadSafe;

// The read is certain, but the only write is in the constructor, after a lambda has captured this.
@ThreadSafe
public class unsure_partner_bad {
  private int size;

  public unsure_partner_bad(Registry registry) {
    registry.add(() -> size());
    synchronized (this) {
      size = 0; // access: write
    }
  }

  public int size() {
    return size; // expect: java-unsynchronized-access "less certain" confidence<50
  }

  public synchronized int locked() {
    return size;
  }
}
