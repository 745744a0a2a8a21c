import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class modifications_more_ok { // ok: java-unsynchronized-access
  private final int[] source = new int[3];
  private final int[][] rows = new int[3][3];
  private final List<String> got = new ArrayList<>();
  private final Map<String, String> entries = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(8);
  private final Parts parts = new Parts();

  // One thread may change the one part while others look at the rest.
  static class Parts {
    private int changed;
    private volatile int seen;
    private final String name = "parts";

    void change() {
      changed++;
    }

    String look() {
      return name + seen;
    }
  }

  private List<String> got() {
    return got;
  }

  public int read(int[] to) {
    System.arraycopy(source, 0, to, 0, 3);
    int[] row = rows[1];
    int sum = row[0];
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      sum += entry.getValue().length();
    }
    return sum + got().size() + buffer.getInt(4);
  }

  public synchronized void change() {
    parts.change();
  }

  public String look() {
    return parts.look();
  }
}
