import javax.annotation.concurrent.ThreadSafe;

// Constants of an enum are published by the class's initialisation.
@ThreadSafe
public enum enum_ok { // ok: java-unsafe-publication; ok: java-unsynchronized-access
  A(1), B(2);

  private int weight;

  enum_ok(int weight) {
    this.weight = weight;
  }

  public synchronized int weight() {
    return weight;
  }
}
