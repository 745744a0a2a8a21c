// maven: com.google.guava:guava:33.0.0-jre
// Cache, listenable futures, rate limiter, event bus, striped locks.
import com.google.common.cache.*;
import com.google.common.eventbus.*;
import com.google.common.util.concurrent.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.Lock;

class Driver {
    static int[] slots = new int[16];

    public static class Listener {
        private int seen;
        @Subscribe public synchronized void on(Integer event) { seen += event; }
        synchronized int seen() { return seen; }
    }

    public static void main(String[] arguments) throws Exception {
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(4));
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(50).build(CacheLoader.from(String::length));
        Striped<Lock> locks = Striped.lock(4);
        Listener listener = new Listener();
        AsyncEventBus bus = new AsyncEventBus(pool);
        bus.register(listener);
        List<ListenableFuture<Integer>> all = new ArrayList<>();
        for (int t = 0; t < 20; t++) {
            int own = t;
            ListenableFuture<Integer> first = pool.submit(() -> {
                Lock lock = locks.get(own % 4);
                lock.lock();
                try {
                    slots[own % 4]++;
                } finally {
                    lock.unlock();
                }
                return cache.get("x".repeat(own));
            });
            all.add(Futures.transform(first, n -> n * 2, pool));
            bus.post(own);
        }
        System.out.println(Futures.allAsList(all).get());
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.MINUTES);
        System.out.println(listener.seen() + " " + Arrays.stream(slots).sum());
    }
}
