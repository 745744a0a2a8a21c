// Takes no lock itself: the way from Bank to Account goes through it.
class Report {
  static int of(Account a) {
    return read(a);
  }

  private static int read(Account a) {
    return a.balance();
  }
}
