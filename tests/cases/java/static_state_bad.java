import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class StaticState {
  private static int count;
  private static int other;
  private static final List<String> NAMES = new ArrayList<>();
  private static final DateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
  private static final Calendar CALENDAR = Calendar.getInstance();
  private final Object own = new Object();
  private final Lock lock = new ReentrantLock();

  synchronized void add() {
    count++; // expect[c]: java-static-state "StaticState.count"
  }

  synchronized void set(int n) {
    count = n; // access[c]: write
  }

  void name(String s) {
    synchronized (own) {
      NAMES.add(s); // expect: java-static-state "StaticState.NAMES"
    }
  }

  void locked() {
    lock.lock();
    try {
      other += 2; // expect: java-static-state "StaticState.other"
    } finally {
      lock.unlock();
    }
  }

  static String day(Date d) {
    return DAY.format(d); // expect: java-static-state "one DateFormat for all threads"
  }

  int year() {
    CALENDAR.setTime(new Date()); // expect: java-static-state "StaticState.CALENDAR"
    return CALENDAR.get(Calendar.YEAR);
  }
}
