import javax.annotation.concurrent.ThreadSafe;

// One finding for a field, however many classes inherit it.
class inherited_once_bad {
  protected int hits;

  public void hit() {
    hits++; // expect: java-unsynchronized-access "hits"
  }

  public int hits() {
    return hits; // access: read
  }
}

@ThreadSafe
class one_heir extends inherited_once_bad {}

@ThreadSafe
class other_heir extends inherited_once_bad {}
