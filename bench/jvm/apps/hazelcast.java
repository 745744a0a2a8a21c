// maven: com.hazelcast:hazelcast:5.3.6
// One member of a cluster: a map, a queue and an entry processor.
import com.hazelcast.config.*;
import com.hazelcast.core.*;
import com.hazelcast.map.IMap;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        System.setProperty("hazelcast.phone.home.enabled", "false");
        Config config = new Config();
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        HazelcastInstance node = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, Integer> map = node.getMap("m");
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) map.executeOnKey(i % 10, entry -> {
                    entry.setValue(entry.getValue() == null ? 1 : entry.getValue() + 1);
                    return null;
                });
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(map.values().stream().mapToInt(n -> n).sum());
        BlockingQueue<String> queue = node.getQueue("q");
        new Thread(() -> queue.offer("hello")).start();
        System.out.println(queue.poll(5, TimeUnit.MINUTES));
        node.shutdown();
    }
}
