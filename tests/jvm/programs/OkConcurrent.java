// Everything of java.util.concurrent that orders threads, each with data of its own. No race.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

public class OkConcurrent {
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

    static void twice(Body body) throws Exception {
        Thread a = start(body), b = start(body);
        a.join();
        b.join();
    }

    static class LockBox { int value; }
    static class RwBox { int value; }
    static class StampedBox { int value; }
    static class ConditionBox { int value; boolean full; }
    static class AtomicBox { int value; }
    static class CasBox { int value; }
    static class SlotBox { int value; }
    static class UpdaterBox {
        static final AtomicIntegerFieldUpdater<UpdaterBox> STATE =
                AtomicIntegerFieldUpdater.newUpdater(UpdaterBox.class, "state");
        volatile int state;
        int value;
    }
    static class SubmitBox { int value; }
    static class ExecuteBox { int value; }
    static class InvokeBox { int value; }
    static class FutureBox { int value; }
    static class QueueBox { int value; }
    static class LatchBox { int value; }
    static class BarrierBox { int[] parts = new int[2]; int sum; }
    static class PhaserBox { int value; }
    static class SemaphoreBox { int value; }
    static class ExchangeBox { int value; }
    static class MapBox { int value; }
    static class ParkBox { int value; volatile boolean go; }
    static class TimerBox { int value; }

    static class Sum extends RecursiveTask<Integer> {
        final int[] data;
        final int from, to;
        int result;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 10) {
                for (int i = from; i < to; i++) result += data[i];
                return result;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(data, from, middle), right = new Sum(data, middle, to);
            left.fork();
            result = right.compute() + left.join();
            return left.result + right.result;
        }
    }

    static void locks() throws Exception {
        LockBox box = new LockBox();
        ReentrantLock lock = new ReentrantLock();
        twice(() -> {
            for (int i = 0; i < 100; i++) {
                lock.lock();
                try {
                    lock.lock();
                    box.value++;
                    lock.unlock();
                } finally {
                    lock.unlock();
                }
                if (lock.tryLock()) {
                    box.value++;
                    box.value--;
                    lock.unlock();
                }
            }
        });
        System.out.println("lock " + box.value);
        RwBox rw = new RwBox();
        ReadWriteLock both = new ReentrantReadWriteLock();
        Thread writer = start(() -> {
            for (int i = 0; i < 100; i++) {
                both.writeLock().lock();
                rw.value++;
                both.writeLock().unlock();
            }
        });
        twice(() -> {
            for (int i = 0; i < 100; i++) {
                both.readLock().lock();
                if (rw.value < 0) System.out.println("?");
                both.readLock().unlock();
            }
        });
        writer.join();
        System.out.println("read/write lock " + rw.value);
        StampedBox stamped = new StampedBox();
        StampedLock seal = new StampedLock();
        twice(() -> {
            long stamp = seal.writeLock();
            stamped.value++;
            seal.unlockWrite(stamp);
            stamp = seal.readLock();
            if (stamped.value < 0) System.out.println("?");
            seal.unlockRead(stamp);
        });
        System.out.println("stamped lock " + stamped.value);
        ConditionBox c = new ConditionBox();
        Lock l = new ReentrantLock();
        Condition full = l.newCondition();
        Thread taker = start(() -> {
            l.lock();
            while (!c.full) full.await();
            System.out.println("condition " + c.value);
            l.unlock();
        });
        l.lock();
        c.value = 5;
        c.full = true;
        full.signalAll();
        l.unlock();
        taker.join();
    }

    static void atomics() throws Exception {
        AtomicBox box = new AtomicBox();
        AtomicInteger ready = new AtomicInteger();
        Thread reader = start(() -> {
            while (ready.get() == 0) Thread.onSpinWait();
            System.out.println("atomic " + box.value);
        });
        box.value = 7;
        ready.set(1);
        reader.join();
        CasBox cas = new CasBox();
        AtomicBoolean taken = new AtomicBoolean();
        twice(() -> {
            while (!taken.compareAndSet(false, true)) Thread.onSpinWait();
            cas.value++;
            taken.set(false);
        });
        System.out.println("cas " + cas.value);
        SlotBox slot = new SlotBox();
        AtomicIntegerArray slots = new AtomicIntegerArray(4);
        Thread waiter = start(() -> {
            while (slots.get(2) == 0) Thread.onSpinWait();
            System.out.println("slot " + slot.value);
        });
        slot.value = 8;
        slots.incrementAndGet(2);
        waiter.join();
        UpdaterBox u = new UpdaterBox();
        Thread watcher = start(() -> {
            while (u.state == 0) Thread.onSpinWait();
            System.out.println("updater " + u.value);
        });
        u.value = 9;
        UpdaterBox.STATE.compareAndSet(u, 0, 1);
        watcher.join();
    }

    static void tasks() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        SubmitBox box = new SubmitBox();
        box.value = 1;
        Future<Integer> future = pool.submit(() -> {
            box.value++;
            return box.value;
        });
        System.out.println("submit " + future.get() + " " + box.value);
        InvokeBox inner = new InvokeBox();
        inner.value = 3;
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) calls.add(() -> inner.value * 2);
        int total = 0;
        for (Future<Integer> f : pool.invokeAll(calls)) total += f.get();
        inner.value = total;
        System.out.println("invokeAll " + inner.value);
        ExecuteBox run = new ExecuteBox();
        run.value = 1;
        pool.execute(() -> run.value++);
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println("execute " + run.value);
        int[] data = IntStream.range(0, 100).toArray();
        System.out.println("fork/join " + new ForkJoinPool(2).invoke(new Sum(data, 0, data.length)));
        FutureBox f = new FutureBox();
        f.value = 1;
        CompletableFuture<Integer> stages = CompletableFuture.supplyAsync(() -> {
            f.value++;
            return f.value;
        }).thenApply(x -> {
            f.value += x;
            return f.value;
        }).thenApplyAsync(x -> f.value + x);
        System.out.println("stages " + stages.get() + " " + f.value);
        long[] squares = new long[64];
        IntStream.range(0, 64).parallel().forEach(i -> squares[i] = (long) i * i);
        System.out.println("stream " + squares[63]);
        TimerBox t = new TimerBox();
        t.value = 1;
        Timer timer = new Timer(true);
        CountDownLatch ran = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                t.value++;
                ran.countDown();
            }
        }, 1);
        ran.await();
        System.out.println("timer " + t.value);
    }

    static void handOvers() throws Exception {
        BlockingQueue<QueueBox> queue = new LinkedBlockingQueue<>();
        Thread taker = start(() -> {
            int sum = 0;
            for (int i = 0; i < 5; i++) sum += queue.take().value;
            System.out.println("queue " + sum);
        });
        for (int i = 0; i < 5; i++) {
            QueueBox box = new QueueBox();
            box.value = i;
            queue.put(box);
        }
        taker.join();
        LatchBox latched = new LatchBox();
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = start(() -> {
            latch.await();
            System.out.println("latch " + latched.value);
        });
        latched.value = 11;
        latch.countDown();
        waiter.join();
        BarrierBox b = new BarrierBox();
        CyclicBarrier barrier = new CyclicBarrier(2, () -> b.sum = b.parts[0] + b.parts[1]);
        Thread other = start(() -> {
            b.parts[0] = 1;
            barrier.await();
            if (b.parts[1] != 2) System.out.println("?");
        });
        b.parts[1] = 2;
        barrier.await();
        System.out.println("barrier " + b.sum + " " + b.parts[0]);
        other.join();
        PhaserBox p = new PhaserBox();
        Phaser phaser = new Phaser(2);
        Thread arriver = start(() -> {
            p.value = 4;
            phaser.arriveAndAwaitAdvance();
        });
        phaser.arriveAndAwaitAdvance();
        System.out.println("phaser " + p.value);
        arriver.join();
        SemaphoreBox s = new SemaphoreBox();
        Semaphore semaphore = new Semaphore(1);
        twice(() -> {
            semaphore.acquire();
            s.value++;
            semaphore.release();
        });
        System.out.println("semaphore " + s.value);
        Exchanger<ExchangeBox> exchanger = new Exchanger<>();
        Thread partner = start(() -> {
            ExchangeBox mine = new ExchangeBox();
            mine.value = 1;
            System.out.println("exchange " + exchanger.exchange(mine).value);
        });
        ExchangeBox mine = new ExchangeBox();
        mine.value = 1;
        ExchangeBox theirs = exchanger.exchange(mine);
        partner.join();
        System.out.println("exchanged " + theirs.value);
        ConcurrentMap<String, MapBox> map = new ConcurrentHashMap<>();
        Thread looker = start(() -> {
            MapBox found;
            while ((found = map.get("key")) == null) Thread.onSpinWait();
            System.out.println("map " + found.value);
        });
        MapBox entry = new MapBox();
        entry.value = 12;
        map.put("key", entry);
        looker.join();
        ParkBox parked = new ParkBox();
        Thread sleeper = start(() -> {
            while (!parked.go) LockSupport.park();
            System.out.println("park " + parked.value);
        });
        parked.value = 13;
        parked.go = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        twice(() -> list.add(1));
        System.out.println("list " + list.size());
    }

    public static void main(String[] args) throws Exception {
        locks();
        atomics();
        tasks();
        handOvers();
    }
}
