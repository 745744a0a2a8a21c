// For each way to order threads a program that uses it but is not ordered by it: every one is reported.
// race: BadTwins.LockBad.value
// race: BadTwins.MonitorBad.value
// race: BadTwins.ReadLockBad.value
// race: BadTwins.AtomicBad.value
// race: BadTwins.SlotBad.value
// race: BadTwins.VolatileBad.value
// race: BadTwins.LatchBad.value
// race: BadTwins.QueueBad.value
// race: BadTwins.SemaphoreBad.value
// race: BadTwins.SubmitBad.value
// race: BadTwins.FutureBad.value
// race: BadTwins.MapBad.value
// race: BadTwins.BarrierBad.value
// race: BadTwins.JoinBad.value
// race: BadTwins.StaticBad.value
// race: BadTwins.StampedBad.value
// race: a java.util.ArrayList
// race: a java.util.HashMap
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class BadTwins {
    interface Body {
        void run() throws Exception;
    }

    static Thread start(Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
        t.start();
        return t;
    }

    static class LockBad { int value; }
    static class MonitorBad { int value; }
    static class ReadLockBad { int value; }
    static class AtomicBad { int value; }
    static class SlotBad { int value; }
    static class VolatileBad { int value; volatile int a, b; }
    static class LatchBad { int value; }
    static class QueueBad { int value; }
    static class SemaphoreBad { int value; }
    static class SubmitBad { int value; }
    static class FutureBad { int value; }
    static class MapBad { int value; }
    static class BarrierBad { int value; }
    static class JoinBad { int value; }
    static class StaticBad { static int value; }
    static class StampedBad { int value; }

    // Both bodies run in threads of their own that nothing but what they do themselves orders.
    static void both(Body one, Body two) throws Exception {
        Thread a = start(one), b = start(two);
        a.join();
        b.join();
    }

    public static void main(String[] args) throws Exception {
        LockBad lock = new LockBad();
        Lock l1 = new ReentrantLock(), l2 = new ReentrantLock();
        both(() -> { l1.lock(); lock.value++; l1.unlock(); }, () -> { l2.lock(); lock.value++; l2.unlock(); });

        MonitorBad monitor = new MonitorBad();
        Object m1 = new Object(), m2 = new Object();
        both(() -> { synchronized (m1) { monitor.value++; } }, () -> { synchronized (m2) { monitor.value++; } });

        ReadLockBad read = new ReadLockBad();
        ReadWriteLock rw = new ReentrantReadWriteLock();
        both(() -> { rw.readLock().lock(); read.value++; rw.readLock().unlock(); },
             () -> { rw.readLock().lock(); read.value++; rw.readLock().unlock(); });

        AtomicBad atomic = new AtomicBad();
        AtomicInteger a1 = new AtomicInteger(), a2 = new AtomicInteger();
        both(() -> { atomic.value++; a1.incrementAndGet(); }, () -> { a2.incrementAndGet(); atomic.value++; });

        SlotBad slot = new SlotBad();
        AtomicIntegerArray slots = new AtomicIntegerArray(4);
        both(() -> { slot.value++; slots.set(1, 1); }, () -> { slots.get(2); slot.value++; });

        VolatileBad flags = new VolatileBad();
        both(() -> { flags.value++; flags.a = 1; }, () -> { if (flags.b == 0) flags.value++; });

        LatchBad latch = new LatchBad();
        CountDownLatch c1 = new CountDownLatch(1), c2 = new CountDownLatch(0);
        both(() -> { latch.value++; c1.countDown(); }, () -> { c2.await(); latch.value++; });

        QueueBad queue = new QueueBad();
        BlockingQueue<Object> q = new LinkedBlockingQueue<>();
        q.put(new Object());
        both(() -> { queue.value++; q.put(new Object()); }, () -> { q.take(); queue.value++; });

        SemaphoreBad semaphore = new SemaphoreBad();
        Semaphore s = new Semaphore(5);
        both(() -> { s.acquire(); semaphore.value++; }, () -> { s.acquire(); semaphore.value++; });

        ExecutorService pool = Executors.newFixedThreadPool(2);
        SubmitBad submit = new SubmitBad();
        Future<?> f1 = pool.submit(() -> submit.value++);
        Future<?> f2 = pool.submit(() -> submit.value++);
        f1.get();
        f2.get();

        FutureBad future = new FutureBad();
        Future<?> other = pool.submit(() -> future.value++);
        ExecutorService second = Executors.newSingleThreadExecutor();
        second.submit(() -> { }).get();
        second.shutdown();
        future.value++;
        other.get();

        MapBad map = new MapBad();
        ConcurrentMap<String, String> keys = new ConcurrentHashMap<>();
        both(() -> { map.value++; keys.put("one", ""); }, () -> { keys.get("two"); map.value++; });

        BarrierBad barrier = new BarrierBad();
        CyclicBarrier cyclic = new CyclicBarrier(2);
        both(() -> { cyclic.await(); barrier.value++; }, () -> { cyclic.await(); barrier.value++; });

        JoinBad join = new JoinBad();
        Thread t1 = start(() -> join.value++), t2 = start(() -> { });
        t2.join();
        join.value++;
        t1.join();

        both(() -> StaticBad.value++, () -> StaticBad.value++);

        StampedBad stamped = new StampedBad();
        StampedLock seal = new StampedLock();
        both(() -> { long x = seal.readLock(); stamped.value++; seal.unlockRead(x); },
             () -> { long x = seal.readLock(); stamped.value++; seal.unlockRead(x); });

        List<Integer> list = new ArrayList<>();
        both(() -> list.add(1), () -> list.add(2));

        Map<String, Integer> plain = new HashMap<>();
        both(() -> plain.put("a", 1), () -> plain.get("b"));

        pool.shutdown();
        System.out.println("done");
    }
}
