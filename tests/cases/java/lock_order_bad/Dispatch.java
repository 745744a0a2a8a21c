interface Store {
  void save();
}

class Disk implements Store {
  private final Dispatch owner = null;

  public synchronized void save() {
    owner.done(); // expect: java-lock-order confidence<50
  }
}

class Memory implements Store {
  public void save() {}
}

class Dispatch {
  private final Store store = new Memory();

  // The store may be a Disk, or not.
  synchronized void flush() {
    store.save();
  }

  synchronized void done() {}
}
