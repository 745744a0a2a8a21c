import javax.annotation.concurrent.Immutable;
import javax.annotation.concurrent.ThreadSafe;

// Defaults in other words, and types that are safe however they get to others.
@ThreadSafe
public class publication_constants_ok { // ok: java-unsafe-publication
  private int folded = 1 - 1;
  private float hex = 0x0p0f;
  private double exponent = 0e0;
  private boolean unboxed = Boolean.FALSE;
  private byte cast = (byte) 0;
  private int octal = 00;
  private long grouped = 0_0L;
  private char escape = '\u0000';
  private int grouping = (0);
  private Point point = new Point(1, 2);

  @Immutable
  static final class Point {
    private final int x;
    private final int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }
  }
}
