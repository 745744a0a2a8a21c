// ok: java-wait-notify
// The superclass calls the method with its monitor held.
abstract class Waiter {
  private boolean done;

  public synchronized void reply(int value) {
    done = true;
    onReply(value);
  }

  public synchronized void await() throws InterruptedException {
    while (!done) wait();
  }

  protected abstract void onReply(int value);
}

class notify_by_superclass_ok extends Waiter {
  private int last;

  @Override
  protected void onReply(int value) {
    last = value;
    notifyAll();
  }
}
