class StaleFlag implements Runnable {
  private boolean stopped;
  private boolean ready;
  private Object result;
  private int left;
  private Thread thread;

  @Override
  public void run() {
    while (!stopped) { // expect: java-stale-flag "StaleFlag.stopped"
      step();
    }
  }

  public void stop() {
    stopped = true;
  }

  private void step() {}

  void spin() {
    while (!ready) {} // expect: java-stale-flag "StaleFlag.ready" confidence>=70
  }

  void doze() throws InterruptedException {
    while (result == null) Thread.sleep(10); // expect: java-stale-flag "StaleFlag.result"
  }

  void count() {
    while (left > 0 && !Thread.currentThread().isInterrupted()) { // expect: java-stale-flag "StaleFlag.left"
      Thread.onSpinWait();
    }
  }

  void finish(Object value) {
    result = value;
    ready = true;
    left = 0;
  }
}
