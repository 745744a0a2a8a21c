import com.acme.Door;
import com.acme.Key;
import com.acme.Latch;
import com.acme.Pool;
import com.acme.Shared;
import com.acme.Tool;

@Shared
public class Depot { // ok: java-unsynchronized-access; ok: java-escape
  final Key key = new Key();
  private final Pool pool = new Pool();
  private final Latch latch = new Latch();
  private final Door door = new Door();
  private int a;
  private int b;
  private int c;

  public void pool() {
    pool.add(1);
  }

  public void latched() {
    latch.acquire();
    a++;
    latch.release();
  }

  public void doored() {
    door.shut();
    b++;
    door.open();
  }

  public synchronized void lambda(Tool tool) {
    tool.atOnce(() -> c++);
  }

  public synchronized void viaSuffix() {
    bumpLocked();
  }

  void bumpLocked() {
    c++;
  }
}
