class User extends Table {
  private final Table table = new Table();

  void reset() {
    synchronized (table) {
      table.clearNames();
    }
    synchronized (table.mutex) {
      table.clearSizes();
    }
  }

  public synchronized int count() {
    return countNames();
  }
}
