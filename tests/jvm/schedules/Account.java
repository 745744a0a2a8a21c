// A class with a race that `deadheat check` finds: the read of balance takes no lock. Its driver runs it from two
// threads. `limit` is always guarded.

import java.util.concurrent.CountDownLatch;

@interface ThreadSafe {}

@ThreadSafe
public class Account {
    private int balance;
    private int limit;
    private final Object lock = new Object();

    public void deposit(int amount) {
        synchronized (lock) {
            balance += amount;
        }
    }

    public int balance() {
        return balance;
    }

    public void setLimit(int value) {
        synchronized (lock) {
            limit = value;
        }
    }

    public int limit() {
        synchronized (lock) {
            return limit;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Account account = new Account();
        CountDownLatch both = new CountDownLatch(2);
        Thread other = new Thread(() -> {
            both.countDown();
            try {
                both.await();
            } catch (InterruptedException e) {
                return;
            }
            for (int i = 0; i < 20; i++) {
                account.deposit(i);
                account.setLimit(i);
            }
        }, "depositor");
        other.start();
        both.countDown();
        both.await();
        int sum = 0;
        for (int i = 0; i < 20; i++) sum += account.balance() + account.limit();
        other.join();
        System.out.println(sum >= 0 ? "done" : "negative");
    }
}
