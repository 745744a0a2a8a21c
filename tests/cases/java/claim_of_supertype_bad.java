import javax.annotation.concurrent.NotThreadSafe;
import javax.annotation.concurrent.ThreadSafe;

class claim_of_supertype_bad {
  @ThreadSafe
  public interface Sink {
    void put(int n);
  }

  @ThreadSafe
  public static class Base {
    private int n;

    public synchronized void up() {
      n++;
    }
  }

  // What the interface claims, the class must keep.
  public static class Adding implements Sink {
    private int sum;
    int open;

    @Override
    public void put(int n) {
      sum += n; // expect: java-unsynchronized-access "above claims" confidence<50
    }
  }

  public static class Derived extends Base {
    private int more;

    public void more() {
      more++; // expect: java-unsynchronized-access "above claims" confidence<50
    }
  }

  @NotThreadSafe
  public static class Excused extends Base {
    private int more;

    public void more() {
      more++;
    }
  }
}
