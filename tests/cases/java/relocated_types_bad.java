import javax.annotation.concurrent.ThreadSafe;
import org.acme.shaded.com.google.common.cache.Cachet;
import org.acme.shaded.java.util.ArrayList;

@ThreadSafe
class RelocatedTypesBad {
  private final ArrayList<String> names = new ArrayList<>();

  public void add(String name) {
    names.add(name); // expect: java-unsynchronized-access "names"
  }
}
