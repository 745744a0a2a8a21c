import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class set_if_missing_bad {
  private int hash;
  private String name;
  private long wide;
  private StringBuilder text;
  private String last;

  @Override
  public int hashCode() {
    if (hash == 0) hash = 17; // expect[h]: java-unsynchronized-access "may give the same" confidence<50
    return hash;
  }

  public String name() {
    if (name == null) {
      name = "a" + hash; // expect[n]: java-unsynchronized-access "may give the same" confidence<50
    }
    return name;
  }

  public long wide() {
    if (wide == 0) wide = 17; // expect[w]: java-unsynchronized-access confidence>=50
    return wide;
  }

  public StringBuilder text() {
    if (text == null) text = new StringBuilder(); // expect[t]: java-unsynchronized-access confidence>=50
    return text;
  }

  public void keep(String s) {
    if (last == null) last = s; // expect[l]: java-unsynchronized-access confidence>=50
    last = s;
  }
}
