import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

// Each way to modify what is in a field.
@ThreadSafe
public class modifications_bad {
  private int assigned;
  private int compound;
  private int counted;
  private final int[] cells = new int[8];
  private final int[][] grid = new int[2][2];
  private final List<String> list = new ArrayList<>();
  private final Map<String, Integer> map = new HashMap<>();
  private final List<String> iterated = new ArrayList<>();
  private final List<String> aliased = new ArrayList<>();
  private final byte[] target = new byte[4];
  private final int[] filled = new int[4];
  private final StringBuilder text = new StringBuilder();
  private final Box box = new Box();
  private final Box direct = new Box();
  private volatile int[] visible = new int[3];
  private final List<String> keys = new ArrayList<>();

  static class Box {
    private int value;
    int open;

    void set(int v) {
      store(v);
    }

    private void store(int v) {
      value = v;
    }
  }

  public void all(byte[] from) {
    assigned = 1; // expect: java-unsynchronized-access "modifications_bad.assigned"
    compound += 2; // expect: java-unsynchronized-access "modifications_bad.compound"
    --counted; // expect: java-unsynchronized-access "modifications_bad.counted"
    cells[1] = 1; // expect: java-unsynchronized-access "modifications_bad.cells"
    grid[0][1]++; // expect: java-unsynchronized-access "modifications_bad.grid"
    list.add("a"); // expect: java-unsynchronized-access "modifications_bad.list"
    map.computeIfAbsent("k", k -> 1); // expect: java-unsynchronized-access "modifications_bad.map"
    System.arraycopy(from, 0, target, 0, 4); // expect: java-unsynchronized-access "modifications_bad.target"
    Arrays.fill(filled, 1); // expect: java-unsynchronized-access "modifications_bad.filled"
    text.append("x"); // expect: java-unsynchronized-access "modifications_bad.text"
    box.set(3); // expect: java-unsynchronized-access "modifications_bad.box"
    direct.open = 4; // expect: java-unsynchronized-access "modifications_bad.direct"
    visible[0]++; // expect: java-unsynchronized-access "modifications_bad.visible"
  }

  public void more() {
    for (Iterator<String> it = iterated.iterator(); it.hasNext();) {
      if (it.next().isEmpty()) it.remove(); // expect: java-unsynchronized-access "modifications_bad.iterated"
    }
    List<String> l = aliased;
    l.clear(); // expect: java-unsynchronized-access "modifications_bad.aliased"
    fill(keys); // access[keys]: read
    keys.subList(0, 1).clear(); // expect[keys]: java-unsynchronized-access "modifications_bad.keys"
  }

  private static void fill(List<String> into) {}
}
