// ok: java-double-checked-locking
class FlagAndStamp {
  private volatile boolean ready;
  private volatile Object stamp;
  private Object routes;

  // The first test looks at what is set after the flag, too.
  Object routes() {
    if (ready && stamp != null) return routes;
    synchronized (this) {
      if (!ready) {
        routes = new Object();
        ready = true;
        stamp = new Object();
      }
      return routes;
    }
  }
}
