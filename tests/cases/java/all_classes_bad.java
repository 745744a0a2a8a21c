// args: --all-classes
public class all_classes_bad {
  private int uses;

  public void use() {
    uses++; // expect: java-unsynchronized-access
  }
}
