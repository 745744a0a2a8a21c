public class Boss {
  private final Forward forward = new Forward();
  private final Object mine = new Object();

  public void roots(Table table) {
    synchronized (mine) {
      forward.roots(table);
    }
  }

  public synchronized void leaves(Table table) {
    forward.leaves(table);
  }

  public void hurry(Table table) {
    forward.leaves(table);
  }
}
