import javax.annotation.concurrent.ThreadSafe;

abstract class InheritanceLocked {
  protected final Object lock = new Object();
  protected int state;

  public void step() {
    synchronized (lock) {
      advance();
    }
  }

  abstract void advance();

  public void overridden() {
    state = 7;
  }
}

@ThreadSafe
public class inheritance_ok extends InheritanceLocked { // ok: java-unsynchronized-access
  private int mine;

  @Override
  void advance() {
    state++;
    mine++;
  }

  @Override
  public void overridden() {
    synchronized (lock) {
      super.overridden();
    }
  }

  public int both() {
    synchronized (lock) {
      return state + mine;
    }
  }
}
