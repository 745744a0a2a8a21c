// maven: dev.failsafe:failsafe:3.3.2
// Retries, a circuit breaker, timeouts and a bulkhead, asynchronously.
import dev.failsafe.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

class Driver {
    public static void main(String[] arguments) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);
        RetryPolicy<Integer> retry = RetryPolicy.<Integer>builder().withDelay(Duration.ofMillis(1)).withMaxRetries(5).build();
        CircuitBreaker<Integer> breaker = CircuitBreaker.<Integer>builder().withFailureThreshold(1000).build();
        Bulkhead<Integer> bulkhead = Bulkhead.<Integer>builder(4).withMaxWaitTime(Duration.ofMinutes(2)).build();
        FailsafeExecutor<Integer> executor = Failsafe.with(Fallback.of(-1), retry, breaker).with(pool);
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int n = i;
            AtomicInteger tries = new AtomicInteger();
            results.add(executor.getAsync(() -> { if (tries.incrementAndGet() <= n % 3) throw new IllegalStateException(); return n; }));
        }
        long sum = 0;
        for (CompletableFuture<Integer> result : results) sum += result.get();
        FailsafeExecutor<Integer> limited = Failsafe.with(bulkhead).with(pool);
        results.clear();
        for (int i = 0; i < 40; i++) { int n = i; results.add(limited.getAsync(() -> n)); }
        for (CompletableFuture<Integer> result : results) sum += result.get();
        FailsafeExecutor<Integer> timed = Failsafe.with(Fallback.<Integer>of(7), Timeout.<Integer>builder(Duration.ofMillis(20)).withInterrupt().build()).with(pool);
        sum += timed.getAsync(() -> { Thread.sleep(60_000); return 1; }).get();
        System.out.println(sum);
        pool.shutdownNow();
    }
}
