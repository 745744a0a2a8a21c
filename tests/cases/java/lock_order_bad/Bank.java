import java.util.ArrayList;
import java.util.List;

class Bank {
  private final List<Account> accounts = new ArrayList<>();

  synchronized void log(Account a) {
    accounts.add(a);
  }

  synchronized int total() {
    int sum = 0;
    for (Account a : accounts) sum += Report.of(a);
    return sum;
  }
}
