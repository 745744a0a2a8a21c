// maven: org.infinispan:infinispan-core:14.0.21.Final
// A local cache with eviction and listeners, used by three threads.
import org.infinispan.Cache;
import org.infinispan.configuration.cache.*;
import org.infinispan.manager.DefaultCacheManager;

class Driver {
    public static void main(String[] arguments) throws Exception {
        try (DefaultCacheManager manager = new DefaultCacheManager()) {
            manager.defineConfiguration("c", new ConfigurationBuilder().memory().maxCount(100).build());
            Cache<Integer, Integer> cache = manager.getCache("c");
            Thread[] threads = new Thread[3];
            for (int t = 0; t < 3; t++) {
                threads[t] = new Thread(() -> { for (int i = 0; i < 300; i++) cache.merge(i % 20, 1, Integer::sum); });
                threads[t].start();
            }
            for (Thread thread : threads) thread.join();
            System.out.println(cache.values().stream().mapToInt(n -> n).sum());
        }
    }
}
