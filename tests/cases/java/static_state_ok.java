// ok: java-static-state
import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class StaticStateOk {
  private static int count;
  private static int total;
  private static StaticStateOk current;
  private static final AtomicInteger ATOMIC = new AtomicInteger();
  private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());
  private static final DateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
  private static final DateFormat OF_MAIN = new SimpleDateFormat("yyyy");
  private static final ThreadLocal<DateFormat> OF_THREAD = ThreadLocal.withInitial(() -> new SimpleDateFormat("yy"));
  private static final Object LOCK = new Object();
  private int own;

  static synchronized void add() {
    count++;
  }

  void both() {
    synchronized (StaticStateOk.class) {
      count++;
    }
    synchronized (LOCK) {
      total++;
    }
  }

  synchronized void fields() {
    own++;
    ATOMIC.incrementAndGet();
    NAMES.add("a");
  }

  synchronized void close() {
    current = null;
  }

  static String day(Date d) {
    synchronized (DAY) {
      return DAY.format(d);
    }
  }

  static String ofThread(Date d) {
    return OF_THREAD.get().format(d) + new SimpleDateFormat("MM").format(d);
  }

  public static void main(String[] args) {
    System.out.println(OF_MAIN.format(new Date()));
  }
}
