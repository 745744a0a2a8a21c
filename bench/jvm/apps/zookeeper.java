// maven: org.apache.zookeeper:zookeeper:3.8.3 io.dropwizard.metrics:metrics-core:4.2.22 org.xerial.snappy:snappy-java:1.1.10.5
// A server in the JVM; clients that create, change and watch nodes.
import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.*;
import org.apache.zookeeper.server.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        ((ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger("ROOT")).setLevel(ch.qos.logback.classic.Level.OFF);
        File folder = Files.createTempDirectory("zookeeper").toFile();
        ZooKeeperServer server = new ZooKeeperServer(folder, folder, 2000);
        ServerCnxnFactory factory = ServerCnxnFactory.createFactory(new InetSocketAddress("localhost", 0), 20);
        factory.startup(server);
        String address = "localhost:" + factory.getLocalPort();
        AtomicInteger watched = new AtomicInteger();
        Thread[] clients = new Thread[3];
        for (int c = 0; c < clients.length; c++) {
            int n = c;
            clients[c] = new Thread(() -> {
                try {
                    CountDownLatch connected = new CountDownLatch(1), changed = new CountDownLatch(1);
                    ZooKeeper zk = new ZooKeeper(address, 60_000, event -> { if (event.getState() == Watcher.Event.KeeperState.SyncConnected) connected.countDown(); });
                    connected.await();
                    String path = "/n" + n;
                    zk.create(path, new byte[] {1}, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
                    zk.getData(path, event -> { watched.incrementAndGet(); changed.countDown(); }, null);
                    for (int i = 0; i < 30; i++) zk.setData(path, new byte[] {(byte) i}, -1);
                    changed.await();
                    CountDownLatch listed = new CountDownLatch(10);
                    for (int i = 0; i < 10; i++) zk.create(path + "/c" + i, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL, (code, at, context, name) -> listed.countDown(), null);
                    listed.await();
                    zk.close();
                } catch (Exception e) {
                    e.printStackTrace();
                }
            });
            clients[c].start();
        }
        for (Thread client : clients) client.join();
        System.out.println(watched);
        factory.shutdown();
        try (var files = Files.walk(folder.toPath())) { files.sorted(java.util.Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        System.exit(0);
    }
}
