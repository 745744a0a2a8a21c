import javax.annotation.concurrent.ThreadSafe;

// In a class that only its package sees, methods without a modifier are what others call.
@ThreadSafe
class package_entries_bad {
  private int hits;

  void hit() {
    hits++; // expect: java-unsynchronized-access "hits"
  }

  synchronized int hits() {
    return hits; // access: read
  }
}
