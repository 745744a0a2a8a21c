// Virtual threads and structured scopes, as JDK 25 has them.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Structured extends Edges {
    static int okVirtual, okBuilder, okFactory, okPerTask, okScopeFork, okScopeJoin, okJoinDuration, okVirtualLock,
        okVirtualLatch, okAnySuccess, okScopeThrow, okUnstarted, okThreadPerTask, okResultNow, okInterrupted;
    static int badVirtual, badScopeSiblings, badPerTask, badScopeNoJoin, badVirtualSleep;
    static class Res { int okRes; }
    static final ScopedValue<Res> SV = ScopedValue.newInstance();

    public static void main(String[] args) throws Exception {
        okVirtual = 1;
        Thread v = Thread.startVirtualThread(() -> okVirtual++);
        v.join();
        okVirtual++;
        okBuilder = 1;
        Thread b = Thread.ofVirtual().name("x").start(() -> okBuilder++);
        b.join(java.time.Duration.ofMinutes(1));
        okBuilder++;
        Thread pl = Thread.ofPlatform().daemon().start(() -> okJoinDuration = 1);
        while (!pl.join(java.time.Duration.ofMillis(5))) { }
        okJoinDuration++;
        okUnstarted = 1;
        Thread u = Thread.ofVirtual().unstarted(() -> okUnstarted++);
        okUnstarted++;
        u.start();
        u.join();
        okUnstarted++;
        ThreadFactory tf = Thread.ofVirtual().factory();
        Thread f = tf.newThread(() -> okFactory = 1);
        f.start();
        while (f.isAlive()) Thread.onSpinWait();
        okFactory++;
        try (ExecutorService e = Executors.newVirtualThreadPerTaskExecutor()) { e.submit(() -> okPerTask = 1); }
        okPerTask++;
        try (ExecutorService e = Executors.newThreadPerTaskExecutor(tf)) { for (int i = 0; i < 50; i++) e.submit(() -> { synchronized (SV) { okThreadPerTask++; } }); }
        okThreadPerTask++;
        try (var scope = StructuredTaskScope.open()) {
            okScopeFork = 1;
            var s1 = scope.fork(() -> { okScopeFork++; Res r = new Res(); r.okRes = 1; return r; });
            var s2 = scope.fork(() -> { Res r = new Res(); r.okRes = 2; okScopeJoin = 1; return r; });
            scope.join();
            okScopeJoin++;
            s1.get().okRes++;
            s2.get().okRes++;
            okScopeFork++;
        }
        try (var scope = StructuredTaskScope.open(StructuredTaskScope.Joiner.<Res>anySuccessfulResultOrThrow())) {
            scope.fork(() -> { Res r = new Res(); r.okRes = 5; okAnySuccess = 1; return r; });
            scope.join().okRes++;
            okAnySuccess++;
        }
        try (var scope = StructuredTaskScope.open(StructuredTaskScope.Joiner.<Res>allSuccessfulOrThrow())) {
            for (int i = 0; i < 5; i++) scope.fork(() -> { Res r = new Res(); r.okRes = 5; return r; });
            scope.join().forEach(s -> s.get().okRes++);
        }
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> { okScopeThrow = 1; throw new IllegalStateException(); });
            try { scope.join(); } catch (StructuredTaskScope.FailedException e) { okScopeThrow++; }
        }
        Res sv = new Res();
        sv.okRes = 1;
        ScopedValue.where(SV, sv).call(() -> {
            SV.get().okRes++;
            try (var scope = StructuredTaskScope.open()) { scope.fork(() -> SV.get().okRes++); scope.join(); }
            return SV.get().okRes++;
        });
        ReentrantLock lock = new ReentrantLock();
        Thread[] all = new Thread[100];
        for (int i = 0; i < all.length; i++) all[i] = Thread.startVirtualThread(() -> { lock.lock(); try { okVirtualLock++; Thread.yield(); } finally { lock.unlock(); } });
        for (Thread t : all) t.join();
        okVirtualLock++;
        SynchronousQueue<Res> q = new SynchronousQueue<>();
        Thread p = Thread.startVirtualThread(() -> call(() -> { for (int i = 0; i < 20; i++) { Res r = new Res(); r.okRes = i; q.put(r); } }));
        for (int i = 0; i < 20; i++) q.take().okRes++;
        p.join();
        CountDownLatch latch = new CountDownLatch(50);
        int[] cells = new int[50];
        for (int i = 0; i < 50; i++) { int n = i; Thread.startVirtualThread(() -> { cells[n] = n; latch.countDown(); }); }
        latch.await();
        for (int i = 0; i < 50; i++) okVirtualLatch += cells[i]++;
        Thread pk = Thread.startVirtualThread(() -> { while (!Thread.interrupted()) LockSupport.park(); okInterrupted++; });
        okInterrupted = 1;
        pk.interrupt();
        pk.join();
        ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor();
        Future<Integer> fu = ex.submit(() -> okResultNow = 1);
        while (fu.state() == Future.State.RUNNING) Thread.onSpinWait();
        fu.resultNow();
        okResultNow++;
        List<Integer> g = IntStream.range(0, 100).boxed().parallel().gather(Gatherers.mapConcurrent(4, x -> x + 1)).toList();
        List<Res> gr = IntStream.range(0, 40).mapToObj(x -> { Res r = new Res(); r.okRes = x; return r; }).gather(Gatherers.mapConcurrent(4, r -> { r.okRes++; return r; })).toList();
        gr.forEach(r -> r.okRes++);

        Thread v1 = Thread.startVirtualThread(() -> badVirtual++), v2 = Thread.startVirtualThread(() -> badVirtual++);
        v1.join();
        v2.join();
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> badScopeSiblings++);
            scope.fork(() -> badScopeSiblings++);
            scope.join();
        }
        Future<?> x1 = ex.submit(() -> badPerTask++), x2 = ex.submit(() -> badPerTask++);
        x1.get();
        x2.get();
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(() -> { Thread.sleep(50); return badScopeNoJoin++; });
            badScopeNoJoin++;
            scope.join();
        }
        Thread sl = Thread.startVirtualThread(() -> badVirtualSleep++);
        Thread.sleep(50);
        badVirtualSleep++;
        sl.join();
        ex.close();
    }
}
