import javax.annotation.concurrent.ThreadSafe;

class InheritanceBase {
  private int base;
  protected int open;

  public void bump() {
    base++; // expect: java-unsynchronized-access "base"
  }

  protected void hook() {}

  public void run() {
    hook();
  }
}

@ThreadSafe
public class inheritance_bad extends InheritanceBase {
  private int mine;

  @Override
  protected void hook() {
    mine++; // expect: java-unsynchronized-access "mine"
  }

  public synchronized int get() {
    return mine;
  }

  public synchronized void openUp() {
    open++;
  }

  public synchronized int openTwice() {
    return 2 * open;
  }

  public int openGet() {
    return open; // expect: java-unsynchronized-access "open"
  }
}
