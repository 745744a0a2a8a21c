// One of the calls of the superclass does not hold the monitor.
abstract class Waiter {
  private boolean done;

  public synchronized void reply(int value) {
    done = true;
    onReply(value);
  }

  public void abort() {
    onReply(-1);
  }

  public synchronized void await() throws InterruptedException {
    while (!done) wait();
  }

  protected abstract void onReply(int value);
}

class notify_by_superclass_bad extends Waiter {
  private int last;

  @Override
  protected void onReply(int value) {
    last = value;
    notifyAll(); // expect: java-wait-notify "IllegalMonitorStateException"
  }
}
