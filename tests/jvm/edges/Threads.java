// Threads: start, end, interruption, and what only looks like an order.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

public class Threads extends Edges {
    static int okStart, okJoin, okTimedJoin, okAlive, okTerminated, okInterrupted, okSleepInterrupted, okWaitInterrupted, okTakeInterrupted;
    static int okSubclass, okFactory, okHandler, okStartInConstructor, okGroup, okNested;
    static int badNoJoin, badTimedJoin, badYield, badSleep, badUnpark, badTwoThreads, badStillAlive, badAfterStart, badName, badThreadLocal;

    static class Worker extends Thread {
        Worker() { super("worker"); }
        @Override public void run() { okSubclass++; }
    }

    static class SelfStarting {
        int okOwn;
        final Thread thread;
        SelfStarting() {
            okOwn = 1;
            okStartInConstructor = 1;
            thread = new Thread(() -> { okOwn++; okStartInConstructor++; });
            thread.start();
        }
    }

    static class Holder { int okDefaultField; }

    static void interrupted(Body wait, Body before, Body after) throws Exception {
        Thread t = start(() -> {
            try {
                wait.run();
            } catch (InterruptedException e) {
                after.run();
            }
        });
        pause();
        before.run();
        t.interrupt();
        t.join();
    }

    public static void main(String[] args) throws Exception {
        okStart = 1;
        Thread t = start(() -> okStart++);
        t.join();
        t = start(() -> okJoin = 1);
        t.join();
        okJoin++;
        t = start(() -> okTimedJoin = 1);
        t.join(100_000);
        okTimedJoin++;
        t = start(() -> okAlive = 1);
        while (t.isAlive()) Thread.onSpinWait();
        okAlive++;
        t = start(() -> okTerminated = 1);
        while (t.getState() != Thread.State.TERMINATED) Thread.onSpinWait();
        okTerminated++;
        t = start(() -> { while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait(); okInterrupted++; });
        okInterrupted = 1;
        t.interrupt();
        t.join();
        Object monitor = new Object();
        interrupted(() -> Thread.sleep(100_000), () -> okSleepInterrupted = 1, () -> okSleepInterrupted++);
        interrupted(() -> { synchronized (monitor) { monitor.wait(); } }, () -> okWaitInterrupted = 1, () -> okWaitInterrupted++);
        interrupted(() -> new LinkedBlockingQueue<Object>().take(), () -> okTakeInterrupted = 1, () -> okTakeInterrupted++);
        okSubclass = 1;
        Worker worker = new Worker();
        worker.start();
        worker.join();
        okSubclass++;
        okFactory = 1;
        t = Executors.defaultThreadFactory().newThread(() -> okFactory++);
        t.start();
        t.join();
        t = new Thread(() -> { okHandler = 1; throw new IllegalStateException(); });
        t.setUncaughtExceptionHandler((thread, e) -> okHandler++);
        t.start();
        t.join();
        okHandler++;
        Holder[] holder = new Holder[1];
        both(() -> { Holder h = new Holder(); synchronized (holder) { holder[0] = h; } },
             () -> { Holder h = null; while (h == null) synchronized (holder) { h = holder[0]; } h.okDefaultField++; });
        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);
        both(() -> { local.get()[0]++; }, () -> { local.get()[0]++; });
        SelfStarting self = new SelfStarting();
        self.thread.join();
        self.okOwn++;
        t = new Thread(new ThreadGroup("g"), () -> okGroup = 1);
        t.start();
        t.join();
        okGroup++;
        t = start(() -> { Thread inner = start(() -> okNested = 1); inner.join(); });
        t.join();
        okNested++;

        t = start(() -> badNoJoin = 1);
        pause();
        badNoJoin++;
        t.join();
        t = start(() -> { Thread.sleep(200); badTimedJoin = 1; });
        t.join(1);
        badTimedJoin++;
        t.join();
        both(() -> { badYield = 1; Thread.yield(); }, () -> { Thread.yield(); badYield++; });
        both(() -> { badSleep = 1; Thread.sleep(1); }, () -> { Thread.sleep(50); badSleep++; });
        Thread[] parked = new Thread[1];
        parked[0] = new Thread(() -> { LockSupport.parkNanos(50_000_000); badUnpark++; });
        parked[0].start();
        badUnpark = 1;
        LockSupport.unpark(parked[0]);
        parked[0].join();
        both(() -> badTwoThreads++, () -> badTwoThreads++);
        t = start(() -> { Thread.sleep(200); badStillAlive = 1; });
        t.isAlive();
        badStillAlive++;
        t.join();
        t = start(() -> badAfterStart++);
        badAfterStart = 1;
        t.join();
        t = start(() -> { pause(); badName++; });
        badName = 1;
        t.setName("other");
        t.join();
        InheritableThreadLocal<int[]> inherited = new InheritableThreadLocal<>();
        both(() -> { inherited.set(new int[1]); badThreadLocal++; }, () -> { inherited.get(); badThreadLocal++; });
    }
}
