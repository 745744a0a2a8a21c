import java.util.List;
import javax.annotation.concurrent.ThreadSafe;

public class fresh_objects_bad {
  // One of the callers has an object that others know.
  @ThreadSafe
  public static class Helper {
    private int n;

    public static Helper make() {
      Helper made = new Helper();
      fill(made);
      return made;
    }

    public static void again(Helper known) {
      fill(known);
    }

    private static void fill(Helper one) {
      one.n = 3; // expect: java-unsynchronized-access "Helper.n"
    }

    public synchronized int get() {
      return n;
    }
  }

  // The helper lets others know.
  @ThreadSafe
  public static class Kept {
    private int n;

    public static Kept make(List<Kept> all) {
      Kept made = new Kept();
      keep(all, made);
      made.n = 3; // expect: java-unsynchronized-access "Kept.n"
      return made;
    }

    private static void keep(List<Kept> all, Kept one) {
      all.add(one);
    }

    public synchronized int get() {
      return n;
    }
  }
}
