import javax.annotation.concurrent.ThreadSafe;

// Who can reach the field decides how sure it is that somebody does.
@ThreadSafe
public class escape_visibility_bad {
  public int open; // expect: java-escape confidence>=70
  protected int inherited; // expect: java-escape "subclasses" confidence<70
  public static final Options OPTIONS = new Options(); // expect: java-escape "other code modifies" confidence<70
  int near; // expect: java-escape "of the package" confidence<70
}

class Options {
  private int size;

  void grow() {
    size++;
  }
}
