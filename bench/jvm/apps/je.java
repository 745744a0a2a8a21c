// maven: com.sleepycat:je:18.3.12
// Berkeley DB, Java edition: four threads write, read and delete in one environment.
import com.sleepycat.je.*;
import java.nio.file.*;
import java.util.Comparator;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("je");
        Environment environment = new Environment(folder.toFile(), new EnvironmentConfig().setAllowCreate(true).setTransactional(true).setLockTimeout(0, java.util.concurrent.TimeUnit.SECONDS));
        Database database = environment.openDatabase(null, "bench", new DatabaseConfig().setAllowCreate(true).setTransactional(true));
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int n = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    DatabaseEntry key = new DatabaseEntry(("k" + n + "-" + i).getBytes()), value = new DatabaseEntry(new byte[20]);
                    Transaction transaction = environment.beginTransaction(null, null);
                    database.put(transaction, key, value);
                    transaction.commitNoSync();
                    database.get(null, new DatabaseEntry(("k" + (n + 1) % 4 + "-" + i).getBytes()), new DatabaseEntry(), LockMode.READ_UNCOMMITTED);
                    if (i % 4 == 0) database.delete(null, key);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(database.count());
        database.close();
        environment.cleanLog();
        environment.close();
        try (var files = Files.walk(folder)) { files.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
    }
}
