class User {
  private final Object mine = new Object();

  User(Table table) {
    table.clearKinds();
  }

  void init(Table table) {
    load(table);
  }

  private void load(Table table) {
    table.clearKinds();
  }

  void reset(Table table) {
    synchronized (table) {
      table.clearNames();
      table.clearSizes();
    }
    synchronized (mine) {
      table.clearKinds();
    }
  }

  void forget(Table table) {
    table.clearNames();
  }
}
