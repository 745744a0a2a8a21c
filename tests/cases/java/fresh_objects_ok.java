import javax.annotation.concurrent.ThreadSafe;

// Nobody else knows the object yet. ok: java-unsynchronized-access
public class fresh_objects_ok {
  @ThreadSafe
  public static class Helper {
    private int n;

    public static Helper make() {
      Helper made = new Helper();
      fill(made, 3);
      made.n++;
      return made;
    }

    private static void fill(Helper one, int value) {
      one.n = value;
      more(one);
    }

    private static void more(Helper one) {
      one.n++;
    }

    public synchronized int get() {
      return n;
    }

    public synchronized void up() {
      n++;
    }
  }

  @ThreadSafe
  public static class Branches {
    private int n;

    public static Branches make(boolean small) {
      Branches made;
      if (small) {
        made = new Branches();
      } else {
        made = new Branches();
        made.n = 7;
      }
      made.n++;
      return made;
    }

    public synchronized int get() {
      return n;
    }
  }
}
