import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

/** Sells seats. It says that it is thread-safe; deadheat finds seven reasons why it is not. */
@ThreadSafe
public class TicketOffice {
  int seats = 100;
  private String name = "office";
  private final Object lock = new Object();
  private final Map<String, Integer> sold = new HashMap<>();
  private long revenue;
  @GuardedBy("lock") private final List<String> journal = new ArrayList<>();

  public boolean sell(String customer, int price) {
    synchronized (lock) {
      if (seats == 0) return false;
      seats--;
      sold.merge(customer, 1, Integer::sum);
      revenue += price;
      journal.add(customer);
      return true;
    }
  }

  public int left() {
    return seats;
  }

  public int soldTo(String customer) {
    return sold.getOrDefault(customer, 0);
  }

  public void refundLater(ExecutorService pool, int price) {
    synchronized (lock) {
      pool.execute(() -> revenue -= price);
    }
  }

  public List<String> lastSales() {
    return new ArrayList<>(journal);
  }

  public String name() {
    return name;
  }
}
