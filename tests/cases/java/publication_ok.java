import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class publication_ok { // ok: java-unsafe-publication
  private static final int ZERO = 0;
  private int a = 0;
  private double d = 0;
  private char c = 0;
  private char e = '\0';
  private long l = 0L;
  private float f = 0.0f;
  private boolean b = false;
  private Object o = null;
  private int z = ZERO;
  private int never;
  private final int fixed = 5;
  private volatile int visible = 7;
  private static int statics = 3;
  private AtomicLong counter = new AtomicLong(4);
  private ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

  public publication_ok() {
    this.a = (int) 0;
    o = null;
  }

  public synchronized void set(int value) {
    never = value;
  }
}
