// maven: com.zaxxer:HikariCP:5.1.0 com.h2database:h2:2.2.224
// Eight threads share three connections of a pool.
import com.zaxxer.hikari.*;
import java.sql.*;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:pool;DB_CLOSE_DELAY=-1");
        config.setMaximumPoolSize(3);
        config.setConnectionTimeout(120_000);
        try (HikariDataSource source = new HikariDataSource(config)) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            CompletionService<Integer> done = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < 80; i++) {
                int n = i;
                done.submit(() -> {
                    try (Connection c = source.getConnection(); Statement s = c.createStatement();
                         ResultSet r = s.executeQuery("select " + n)) {
                        r.next();
                        return r.getInt(1);
                    }
                });
            }
            int sum = 0;
            for (int i = 0; i < 80; i++) sum += done.take().get();
            threads.shutdown();
            System.out.println(sum);
        }
    }
}
