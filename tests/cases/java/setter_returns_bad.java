// args: --min-confidence 0
// A setter that ends with a plain `return`.
public class setter_returns_bad {
  private int level;

  public synchronized void raise() {
    level++;
  }

  public synchronized void lower() {
    level--;
  }

  public synchronized int level() {
    return level;
  }

  public void setLevel(int level) {
    this.level = level; // expect: java-inconsistent-lock confidence<50
    return;
  }
}
