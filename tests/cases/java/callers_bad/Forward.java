public class Forward {
  public void roots(Table table) {
    table.clearRoots();
  }

  public void leaves(Table table) {
    table.clearLeaves();
  }
}
