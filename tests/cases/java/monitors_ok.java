import javax.annotation.concurrent.ThreadSafe;

// Every kind of intrinsic monitor, and aliases of it.
@ThreadSafe
public class monitors_ok { // ok: java-unsynchronized-access
  private static int statics;
  private static final Object LOCK = new Object();

  static synchronized void one() {
    statics++;
  }

  public static void two() {
    synchronized (monitors_ok.class) {
      statics++;
    }
  }

  public static synchronized void three() {
    statics--;
  }

  @ThreadSafe
  public static class OnThis {
    private int n;

    public synchronized void method() {
      n++;
    }

    public void block() {
      synchronized (this) {
        n++;
      }
    }

    public void qualified() {
      synchronized (OnThis.this) {
        n++;
      }
    }

    public void local() {
      final Object me = this;
      synchronized (me) {
        n++;
      }
    }
  }

  @ThreadSafe
  public static class OnField {
    private final Object lock = new Object();
    private int n;

    public void plain() {
      synchronized (lock) {
        n++;
      }
    }

    public void longer() {
      synchronized (this.lock) {
        n++;
      }
    }

    public void alias() {
      Object l = lock;
      synchronized (l) {
        n++;
      }
    }

    private Object getLock() {
      return lock;
    }

    public void getter() {
      synchronized (getLock()) {
        n++;
      }
    }
  }

  @ThreadSafe
  public static class Mutex {
    private final Object mutex = this;
    private int n;

    public synchronized void a() {
      n++;
    }

    public void b() {
      synchronized (mutex) {
        n++;
      }
    }
  }

  @ThreadSafe
  public static class Chain {
    private final Holder holder = new Holder();
    private int n;

    static final class Holder {
      final Object lock = new Object();
    }

    public void a() {
      synchronized (holder.lock) {
        n++;
      }
    }

    public void b() {
      Holder h = this.holder;
      synchronized (h.lock) {
        n--;
      }
    }
  }

  @ThreadSafe
  public static class OnStatic {
    private static final Object LOCK = new Object();
    private int n;

    public void a() {
      synchronized (LOCK) {
        n++;
      }
    }

    public void b() {
      synchronized (OnStatic.LOCK) {
        n++;
      }
    }
  }

  @ThreadSafe
  public class OnOuter {
    private int n;

    public void a() {
      synchronized (monitors_ok.this) {
        n++;
      }
    }

    public void b() {
      synchronized (monitors_ok.this) {
        n++;
      }
    }
  }

  @ThreadSafe
  public static class Either {
    private int n;
    private final boolean fast = true;

    public void both() {
      synchronized (this) {
        if (fast) {
          n++;
        } else {
          n--;
        }
      }
    }

    public int nested() {
      synchronized (LOCK) {
        synchronized (this) {
          return n;
        }
      }
    }
  }
}
