import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class Counter {
  private int hits;

  public void hit() {
    hits++; // expect: java-unsynchronized-access "hits" confidence>=70
  }
}
