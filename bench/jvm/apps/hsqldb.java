// maven: org.hsqldb:hsqldb:2.7.2
// Four connections update and read one table of a database in memory.
import java.sql.*;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        String url = "jdbc:hsqldb:mem:bank;hsqldb.tx=mvcc";
        try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement()) {
            s.execute("create table account(id int primary key, amount int)");
            for (int i = 0; i < 50; i++) s.execute("insert into account values(" + i + ", 100)");
            ExecutorService pool = Executors.newFixedThreadPool(4);
            Future<?>[] all = new Future<?>[4];
            for (int t = 0; t < 4; t++) {
                int own = t;
                all[t] = pool.submit(() -> {
                    try (Connection mine = DriverManager.getConnection(url);
                         PreparedStatement p = mine.prepareStatement("update account set amount = amount + ? where id = ?")) {
                        for (int i = 0; i < 200; i++) {
                            p.setInt(1, 1);
                            p.setInt(2, own * 10 + i % 10);
                            p.executeUpdate();
                        }
                    }
                    return null;
                });
            }
            for (Future<?> one : all) one.get();
            pool.shutdown();
            try (ResultSet r = s.executeQuery("select sum(amount) from account")) {
                r.next();
                System.out.println(r.getInt(1));
            }
        }
    }
}
