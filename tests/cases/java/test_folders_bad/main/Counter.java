// args: --min-confidence 0
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class Counter {
  private int hits;

  public void hit() {
    hits++; // expect: java-unsynchronized-access "hits" confidence>=50
  }
}
