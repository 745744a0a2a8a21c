// ok: java-stale-flag
class StaleFlagOk implements Runnable {
  private volatile boolean stopped;
  private boolean guarded;
  private boolean own;
  private boolean set;
  private int position;

  @Override
  public void run() {
    while (!stopped) {
      step();
    }
    // step() of this thread ends it.
    while (!own) {
      end();
    }
    while (!isGuarded()) {
      step();
    }
  }

  public void stop() {
    stopped = true;
  }

  public void end() {
    own = true;
  }

  private void step() {
    position++;
  }

  private synchronized boolean isGuarded() {
    return guarded;
  }

  public synchronized void guard() {
    guarded = true;
    notifyAll();
  }

  public synchronized void await() throws InterruptedException {
    while (!guarded) wait();
  }

  // The constructor alone sets it.
  StaleFlagOk() {
    set = true;
  }

  void never() {
    while (!set) Thread.yield();
  }

  // Not in a thread's run(): a loop over the object's own position.
  void parse() {
    while (position > 0) {
      step();
    }
  }

  public void restart() {
    position = 0;
  }
}
