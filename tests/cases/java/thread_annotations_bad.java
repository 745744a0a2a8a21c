import androidx.annotation.UiThread;
import androidx.annotation.WorkerThread;
import com.facebook.infer.annotation.Functional;
import com.facebook.infer.annotation.ThreadConfined;
import javax.annotation.concurrent.ThreadSafe;

class thread_annotations_bad {
  @ThreadSafe
  @UiThread
  public static class Mixed {
    private int n;

    @WorkerThread
    public void load() {
      n++; // expect[a]: java-unsynchronized-access "Mixed.n"
    }

    public int get() {
      return n; // access[a]: read
    }
  }

  @ThreadSafe
  public static class TwoThreads {
    private int n;

    @ThreadConfined("disk")
    public void write() {
      n++; // expect[b]: java-unsynchronized-access "TwoThreads.n"
    }

    @ThreadConfined("network")
    public int read() {
      return n; // access[b]: read
    }
  }

  // Only the methods claim something.
  public static class Methods {
    private int n;
    int open;

    @ThreadSafe
    public void up() {
      n++; // expect: java-unsynchronized-access "Methods.n"
    }
  }

  // Two halves of a long.
  @ThreadSafe
  public static class Wide {
    private long wide;

    @Functional
    native long ask();

    public void keep() {
      wide = ask(); // expect: java-unsynchronized-access "Wide.wide"
    }
  }

  @ThreadSafe
  public static class Checked {
    private int n;

    public void show() {
      Threads.assertMainThread();
      n = 1; // expect[c]: java-unsynchronized-access "Checked.n"
    }

    public void other() {
      n = 2; // access[c]: write
    }
  }
}
