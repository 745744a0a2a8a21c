// maven: org.ehcache:ehcache:3.10.8
// A cache with eviction, used by four threads.
import java.util.concurrent.*;
import org.ehcache.*;
import org.ehcache.config.builders.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        try (CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder().build(true)) {
            Cache<Integer, String> cache = manager.createCache("c", CacheConfigurationBuilder.newCacheConfigurationBuilder(
                Integer.class, String.class, ResourcePoolsBuilder.heap(50)));
            ExecutorService pool = Executors.newFixedThreadPool(4);
            Future<?>[] all = new Future<?>[4];
            for (int t = 0; t < 4; t++) {
                int own = t;
                all[t] = pool.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        cache.put((i + own) % 100, "v" + i);
                        cache.get(i % 100);
                        cache.putIfAbsent(i % 10, "x");
                    }
                });
            }
            for (Future<?> one : all) one.get();
            pool.shutdown();
            cache.clear();
            System.out.println(cache.get(1));
        }
    }
}
