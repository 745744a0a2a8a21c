import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class inner_classes_ok { // ok: java-unsynchronized-access
  private final Object lock = new Object();
  private int n;

  public Runnable anonymous() {
    return new Runnable() {
      @Override
      public void run() {
        synchronized (lock) {
          n++;
        }
      }
    };
  }

  public Runnable lambda() {
    return () -> {
      synchronized (inner_classes_ok.this.lock) {
        n++;
      }
    };
  }

  public class Named {
    public void up() {
      synchronized (inner_classes_ok.this.lock) {
        inner_classes_ok.this.n++;
      }
    }
  }

  // In a local variable, nobody else sees it.
  public int count(int[] items) {
    int sum = 0;
    for (int item : items) {
      int n = item;
      n++;
      sum += n;
    }
    return sum;
  }
}
