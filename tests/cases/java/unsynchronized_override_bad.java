class Counted {
  protected int n;

  synchronized void add(int k) {
    n += k;
  }

  synchronized int size() {
    return n;
  }
}

class Logged extends Counted {
  @Override
  void add(int k) { // expect: java-unsynchronized-override "Counted.add(int)"
    n += k;
    log(n);
  }

  @Override
  int size() { // expect: java-unsynchronized-override confidence<50
    return Integer.parseInt("3");
  }

  void log(int i) {}
}

class Traced extends Counted {
  private int calls;

  @Override
  int size() { // expect: java-unsynchronized-override confidence<60
    calls++;
    return super.size();
  }
}

class Marked {
  protected int at;

  synchronized void mark() {}
}

class MarkedHere extends Marked {
  @Override
  void mark() { // expect: java-unsynchronized-override confidence<50
    at = 1;
  }
}
