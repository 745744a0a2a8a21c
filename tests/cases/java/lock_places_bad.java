// One lock that is no good, one finding; the other places are its accesses.
public class lock_places_bad {
  private static final String LOCK = "lock";
  private int n;

  public void a() {
    synchronized (LOCK) { // expect[a]: java-bad-lock-object confidence>=80
      n++;
    }
  }

  public int b() {
    synchronized (LOCK) { // access[a]: other
      return n;
    }
  }

  public void byKey(String key) {
    synchronized (key.intern()) { // expect: java-bad-lock-object "on purpose" confidence<85
      System.out.println(key);
    }
  }
}
