import javax.annotation.concurrent.ThreadSafe;

// The body of a constant belongs to the claim of its enum.
@ThreadSafe
public enum enum_bodies_bad {
  PLAIN {
    private int hits;

    @Override
    public void hit() {
      hits++; // expect: java-unsynchronized-access
    }
  },
  LOCKED {
    private int hits;

    @Override
    public synchronized void hit() {
      hits++;
    }
  };

  public abstract void hit();
}
