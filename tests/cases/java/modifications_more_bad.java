import static java.lang.System.arraycopy;
import static java.util.Arrays.fill;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

// The same by other names and on detours.
@ThreadSafe
public class modifications_more_bad {
  private final int[] filled = new int[3];
  private final int[] copied = new int[3];
  private final int[] spelled = new int[3];
  private final int[][] rows = new int[3][3];
  private final int[][] each = new int[3][3];
  private final List<String> got = new ArrayList<>();
  private final List<String> passed = new ArrayList<>();
  private final int[] sorted = new int[3];
  private final Node node = new Node();
  private final Map<String, String> entries = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(8);

  static class Node {
    private int value;

    void up() {
      value++;
    }
  }

  private List<String> got() {
    return got;
  }

  private static void first(List<String> list) {
    second(list);
  }

  private static void second(List<String> list) {
    list.clear();
  }

  private static void sort(int[] cells) {
    java.util.Arrays.sort(cells);
  }

  private static void up(Node one) {
    one.up();
  }

  public int all(int[] from) {
    fill(filled, 1); // expect: java-unsynchronized-access "modifications_more_bad.filled"
    arraycopy(from, 0, copied, 0, 3); // expect: java-unsynchronized-access "modifications_more_bad.copied"
    java.util.Arrays.fill(spelled, 1); // expect: java-unsynchronized-access "modifications_more_bad.spelled"
    int[] row = rows[1];
    row[0] = 3; // expect: java-unsynchronized-access "modifications_more_bad.rows"
    for (int[] one : each) {
      one[0]++; // expect: java-unsynchronized-access "modifications_more_bad.each"
    }
    got().add("x"); // expect: java-unsynchronized-access "modifications_more_bad.got"
    first(passed); // expect: java-unsynchronized-access "modifications_more_bad.passed"
    sort(sorted); // expect: java-unsynchronized-access "modifications_more_bad.sorted"
    up(node); // expect: java-unsynchronized-access "modifications_more_bad.node"
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      entry.setValue("x"); // expect: java-unsynchronized-access "modifications_more_bad.entries"
    }
    return buffer.getInt(); // expect: java-unsynchronized-access "modifications_more_bad.buffer"
  }
}
