import javax.annotation.concurrent.ThreadSafe;

// A method that sets one field and returns the object prepares it for use, most often before it is shared.
@ThreadSafe
public class fluent_setters_bad {
  private int level;
  private int used;

  public fluent_setters_bad withLevel(int level) {
    this.level = level; // expect: java-unsynchronized-access "withLevel" confidence<50
    return this;
  }

  public void use(int level) {
    used = level; // expect: java-unsynchronized-access confidence>=50
  }

  public int sum() {
    return level + used;
  }
}
