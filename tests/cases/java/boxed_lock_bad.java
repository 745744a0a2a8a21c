// Boxed values that are made where they are locked.
class boxed_lock_bad {
  private int count;

  void add(int id) {
    synchronized (Integer.valueOf(id)) { // expect: java-bad-lock-object "boxed"
      count++;
    }
  }

  void addLater(long id) {
    var key = Long.valueOf(id);
    synchronized (key) { // expect: java-bad-lock-object "boxed"
      count++;
    }
  }
}
