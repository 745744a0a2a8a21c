// A test of Account as a test framework runs it: found by reflection, on a new object, its threads from a pool.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class AccountCase {
    private final Account account = new Account();

    public void testDepositsWhileReading() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<?> writer = pool.submit(() -> {
                for (int i = 0; i < 20; i++) account.deposit(i);
            });
            Future<?> reader = pool.submit(() -> {
                for (int i = 0; i < 20; i++) account.balance();
            });
            writer.get();
            reader.get();
        } finally {
            pool.shutdown();
        }
        if (account.balance() != 190) throw new AssertionError("balance " + account.balance());
    }
}
