// ok: java-unsynchronized-access
// args: --min-confidence 0
import android.os.Looper;
import androidx.annotation.MainThread;
import androidx.annotation.UiThread;
import com.facebook.infer.annotation.Functional;
import com.facebook.infer.annotation.SynchronizedCollection;
import com.facebook.infer.annotation.ThreadConfined;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

class thread_annotations_ok {
  // All of these are the main thread.
  @ThreadSafe
  public static class Confined {
    private int n;

    @UiThread
    public void first() {
      n++;
    }

    @MainThread
    public void second() {
      n++;
    }

    @ThreadConfined(ThreadConfined.UI)
    public void third() {
      n++;
    }

    public void fourth() {
      OurThreadUtils.assertMainThread();
      n++;
    }

    public void fifth() {
      if (OurThreadUtils.isMainThread()) {
        n++;
      }
    }

    public void sixth() {
      if (Looper.myLooper() == Looper.getMainLooper()) {
        n++;
      }
    }
  }

  @ThreadSafe
  public static class OneThread {
    private int n;
    @ThreadConfined(ThreadConfined.UI) private int field;

    @ThreadConfined(ThreadConfined.ANY)
    public void up() {
      n++;
    }

    public void touch() {
      field++;
    }
  }

  @ThreadSafe
  @ThreadConfined(ThreadConfined.ANY)
  public static class ConfinedClass {
    private int n;

    public void up() {
      n++;
    }
  }

  @ThreadSafe
  public static class Cached {
    private Boolean answer;

    @Functional
    native Boolean ask();

    // Every thread stores the same.
    public boolean answer() {
      if (answer == null) answer = ask();
      return answer;
    }
  }

  @ThreadSafe
  public static class Unchecked {
    private int n;
    @SynchronizedCollection private Map<String, String> map;

    @ThreadSafe(enableChecks = false)
    public void up() {
      n++;
    }

    public void put() {
      map.put("a", "b");
    }
  }

  @ThreadSafe
  public static class Held {
    private int n;

    public void up() {
      OurThreadUtils.assertHoldsLock(this);
      n++;
    }

    public synchronized int get() {
      return n;
    }
  }
}
