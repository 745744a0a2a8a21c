import java.util.HashMap;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class publication_bad {
  private int most = 100; // expect: java-unsafe-publication "most"
  private String name; // expect: java-unsafe-publication "name"
  private Map<String, String> map = new HashMap<>(); // expect: java-unsafe-publication
  private boolean ready; // expect: java-unsafe-publication

  {
    ready = true;
  }

  public publication_bad(String name) {
    this.name = name;
  }

  public synchronized String show() {
    return name + most + map + ready;
  }
}
