// Nobody claims that this is thread-safe.
public class unannotated_ok { // ok: java-unsynchronized-access; ok: java-escape
  int uses;

  public void use() {
    uses++;
  }
}
