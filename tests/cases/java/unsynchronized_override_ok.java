// ok: java-unsynchronized-override
class CountedOk {
  protected int n;

  synchronized void add(int k) {
    n += k;
  }

  synchronized void clear() {
    n = 0;
  }

  synchronized int size() {
    return n;
  }

  void plain() {
    n++; // expect: java-inconsistent-lock "CountedOk.n"
  }
}

class LoggedOk extends CountedOk {
  @Override
  synchronized void add(int k) {
    n += k;
  }

  void add(long k) {
    n += 2;
  }

  @Override
  void clear() {
    synchronized (this) {
      n = 0;
    }
  }

  @Override
  int size() {
    return super.size();
  }

  @Override
  void plain() {
    n++;
  }
}

class Empty extends CountedOk {
  @Override
  int size() {
    return 0;
  }
}
