import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.Immutable;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class escape_ok { // ok: java-escape
  private int hidden;
  public static final int MOST = 10;
  final String name = "x";
  public final AtomicInteger count = new AtomicInteger();
  final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
  volatile boolean done;
  static final List<String> NAMES = List.of("a", "b");
  final Point origin = new Point();
  protected final Color color = Color.RED;
  final Pair pair = new Pair(1, "one");
  final Frozen frozen = new Frozen();

  enum Color { RED, GREEN }

  record Pair(int left, String right) {}

  @Immutable
  static class Point {
    private int[] at = {1, 2};
  }

  // Nothing inside can change, annotation or not.
  static final class Frozen {
    private final int a = 1;
    private final String b = "b";
  }

  // Private to the class around it: nobody else gets there.
  @ThreadSafe
  private static class Cell {
    final int[] words = new int[2];
  }
}
