import javax.annotation.concurrent.ThreadSafe;

// Classes of tests that claim to be thread-safe count less; their locks are not judged at all.
@ThreadSafe
public class FakeCounter {
  private int hits;

  public void hit() {
    hits++; // expect: java-unsynchronized-access "folder of tests" confidence<70
  }
}

class Unclaimed {
  private int hits;

  public synchronized void one() {
    hits++;
  }

  public synchronized void two() {
    hits++;
  }

  public int hits() {
    return hits;
  }
}
