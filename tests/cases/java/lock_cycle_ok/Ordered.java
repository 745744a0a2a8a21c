// Three locks that are always acquired in the same order, and three that a fourth one guards.
class Ordered { // ok: java-lock-order
  private final Object a = new Object();
  private final Object b = new Object();
  private final Object c = new Object();
  private final Object d = new Object();
  private final Object e = new Object();
  private final Object f = new Object();
  private final Object gate = new Object();

  private static void work() {}

  void one() {
    synchronized (a) {
      synchronized (b) {
        work();
      }
    }
  }

  void two() {
    synchronized (b) {
      synchronized (c) {
        work();
      }
    }
  }

  void three() {
    synchronized (a) {
      synchronized (c) {
        work();
      }
    }
  }

  void gated(int which) {
    synchronized (gate) {
      if (which == 0) {
        synchronized (d) {
          synchronized (e) {
            work();
          }
        }
      }
      if (which == 1) {
        synchronized (e) {
          synchronized (f) {
            work();
          }
        }
      }
      if (which == 2) {
        synchronized (f) {
          synchronized (d) {
            work();
          }
        }
      }
    }
  }
}
