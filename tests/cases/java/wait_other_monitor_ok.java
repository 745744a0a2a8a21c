// ok: java-wait-notify
class wait_other_monitor_ok {
  private final Object empty = new Object();
  private boolean ready;

  void await() throws InterruptedException {
    synchronized (empty) {
      while (!ready) empty.wait();
    }
  }

  void wake() {
    synchronized (this) {
      ready = true;
    }
    synchronized (empty) {
      wakeAll();
    }
  }

  // The caller holds the monitor.
  private void wakeAll() {
    synchronized (this) {
      empty.notifyAll();
    }
  }
}
