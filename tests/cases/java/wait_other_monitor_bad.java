// Another monitor than that of the object is held.
class wait_other_monitor_bad {
  private final Object empty = new Object();
  private boolean ready;

  void await() throws InterruptedException {
    synchronized (empty) {
      while (!ready) wait(); // expect: java-wait-notify "IllegalMonitorStateException"
    }
  }

  synchronized void wake() {
    ready = true;
    empty.notifyAll(); // expect: java-wait-notify "IllegalMonitorStateException"
  }
}
