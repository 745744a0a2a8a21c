// More ways to order threads, each used by a program that it does not order.
// race: BadMore.ConditionBad.value
// race: BadMore.PhaserBad.value
// race: BadMore.ExchangerBad.value
// race: BadMore.ParkBad.value
// race: BadMore.UpdaterBad.value
// race: BadMore.SwapBad.value
// race: BadMore.CompletableBad.value
// race: BadMore.ForkBad.value
// race: BadMore.TimerBad.value
// race: BadMore.StreamBad.value
// race: BadMore.CopyBad.value
// race: BadMore.HandleBad.value
// race: BadMore.PlainHandleBad.value
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

public class BadMore {
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

    // Long enough for another worker to take the next task; orders nothing.
    static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    static void both(Body one, Body two) throws Exception {
        Thread a = start(one), b = start(two);
        a.join();
        b.join();
    }

    static class ConditionBad { int value; }
    static class PhaserBad { int value; }
    static class ExchangerBad { int value; }
    static class ParkBad { int value; }
    static class UpdaterBad { int value; volatile int a, b; }
    static class SwapBad { int value; }
    static class CompletableBad { int value; }
    static class ForkBad { int value; }
    static class TimerBad { int value; }
    static class StreamBad { int value; }
    static class CopyBad { int value; }
    static class HandleBad { int value; volatile int a, b; }
    static class PlainHandleBad { int value; volatile int a; }

    static VarHandle handle(Class<?> type, String name) throws Exception {
        return MethodHandles.lookup().findVarHandle(type, name, int.class);
    }

    public static void main(String[] args) throws Exception {
        // Written before the lock is taken by one, and read after a wait for something else by the other.
        ConditionBad condition = new ConditionBad();
        Lock l1 = new ReentrantLock(), l2 = new ReentrantLock();
        Condition c1 = l1.newCondition(), c2 = l2.newCondition();
        both(() -> { condition.value++; l1.lock(); c1.signalAll(); l1.unlock(); },
             () -> { l2.lock(); c2.await(1, TimeUnit.MILLISECONDS); l2.unlock(); condition.value++; });

        PhaserBad phaser = new PhaserBad();
        Phaser p1 = new Phaser(1), p2 = new Phaser(1);
        both(() -> { phaser.value++; p1.arriveAndAwaitAdvance(); },
             () -> { p2.arriveAndAwaitAdvance(); phaser.value++; });

        // Each goes on after the exchange: what follows it is ordered by nothing.
        ExchangerBad exchanger = new ExchangerBad();
        Exchanger<Object> desk = new Exchanger<>();
        both(() -> { desk.exchange(new Object()); exchanger.value++; },
             () -> { desk.exchange(new Object()); exchanger.value++; });

        ParkBad park = new ParkBad();
        Thread idle = start(() -> { });
        both(() -> { park.value++; LockSupport.unpark(idle); },
             () -> { LockSupport.parkNanos(1000); park.value++; });
        idle.join();

        UpdaterBad updater = new UpdaterBad();
        var ua = AtomicIntegerFieldUpdater.newUpdater(UpdaterBad.class, "a");
        var ub = AtomicIntegerFieldUpdater.newUpdater(UpdaterBad.class, "b");
        both(() -> { updater.value++; ua.incrementAndGet(updater); },
             () -> { ub.incrementAndGet(updater); updater.value++; });

        SwapBad swap = new SwapBad();
        AtomicReference<String> r1 = new AtomicReference<>("x"), r2 = new AtomicReference<>("x");
        both(() -> { swap.value++; r1.compareAndSet("x", "y"); }, () -> { r2.compareAndSet("x", "y"); swap.value++; });

        CompletableBad completable = new CompletableBad();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> completable.value++);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> { });
        two.join();
        completable.value++;
        one.join();

        ForkBad fork = new ForkBad();
        class Task extends RecursiveTask<Integer> {
            protected Integer compute() {
                pause();
                return fork.value++;
            }
        }
        Task left = new Task(), right = new Task();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(left);
        pool.execute(right);
        left.join();
        right.join();
        pool.shutdown();

        TimerBad timer = new TimerBad();
        Timer clock = new Timer();
        CountDownLatch rang = new CountDownLatch(1);
        clock.schedule(new TimerTask() {
            public void run() {
                timer.value++;
                rang.countDown();
            }
        }, 1);
        timer.value++;
        rang.await();
        clock.cancel();

        StreamBad stream = new StreamBad();
        IntStream.range(0, 16).parallel().forEach(i -> { pause(); stream.value++; });

        // A list hands its elements over, not what its users do besides.
        CopyBad copy = new CopyBad();
        List<String> names = new CopyOnWriteArrayList<>(List.of("a"));
        both(() -> { copy.value++; names.get(0); }, () -> { names.get(0); copy.value++; });

        HandleBad handles = new HandleBad();
        VarHandle ha = handle(HandleBad.class, "a"), hb = handle(HandleBad.class, "b");
        both(() -> { handles.value++; ha.setVolatile(handles, 1); },
             () -> { int got = (int) hb.getVolatile(handles); handles.value += got + 1; });

        PlainHandleBad plain = new PlainHandleBad();
        VarHandle hp = handle(PlainHandleBad.class, "a");
        both(() -> { plain.value++; hp.set(plain, 1); }, () -> { int got = (int) hp.get(plain); plain.value += got + 1; });

        System.out.println("done");
    }
}
