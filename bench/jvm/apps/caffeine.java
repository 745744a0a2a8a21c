// maven: com.github.ben-manes.caffeine:caffeine:3.1.8
// A cache that is smaller than what four threads ask for.
import com.github.benmanes.caffeine.cache.*;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        LoadingCache<Integer, String> cache = Caffeine.newBuilder().maximumSize(64).recordStats()
            .expireAfterWrite(1, TimeUnit.HOURS).build(key -> "value " + key);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Future<?>[] all = new Future<?>[4];
        for (int t = 0; t < 4; t++) {
            int own = t;
            all[t] = pool.submit(() -> {
                int length = 0;
                for (int i = 0; i < 3000; i++) length += cache.get((i * 7 + own) % 200).length();
                cache.invalidate(own);
                return length;
            });
        }
        for (Future<?> one : all) System.out.println(one.get());
        pool.shutdown();
        cache.cleanUp();
        System.out.println(cache.estimatedSize() <= 64 && cache.stats().requestCount() == 12000);
    }
}
