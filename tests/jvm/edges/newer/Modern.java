// Virtual threads, gatherers, memory segments and what else came with newer versions, as JDK 25 has them.
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Modern extends Edges {
    static class Cell { int okCell, both; Cell(int n) { okCell = n; } }
    sealed interface S permits A, B { } record A(int[] x) implements S { } record B(Cell c) implements S { }
    static int okFutureState, okExecClose, okFjClose, okVtMonitor, okVtQueue, okVtSemaphore, okVtLatch, okVtFuture, okVtPhaser, okVtCond, okVtWait, okVtInterrupt, okVtScheduled, okVtNested, okMany, okSeqFirst, okSeqLast, okSegment, okSegmentVh, okVirtualStamped, okVtRw, okDelayFj, okVtUncaught, okCfVirtual, okSubmitWithTimeout, okIsolated;
    static int badVt, badVtYield, badVtSleep, badVtPark, badVtSemaphore, badVtMany, badGather, badVtMonitors;
    static final ScopedValue<Cell> SV = ScopedValue.newInstance();
    static Thread v(Body b) { return Thread.startVirtualThread(() -> call(b)); }
    static void vboth(Body a, Body b) throws Exception { Thread x = v(a), y = v(b); x.join(); y.join(); }

    public static void main(String[] args) throws Exception {
        Future<Integer> f;
        try (ExecutorService e = Executors.newFixedThreadPool(2)) { f = e.submit(() -> okFutureState = 1); while (f.state() == Future.State.RUNNING) Thread.onSpinWait(); okFutureState++; e.submit(() -> okExecClose = 1); }
        okExecClose++;
        try (ForkJoinPool p = new ForkJoinPool(2)) { p.submit(() -> okFjClose = 1); }
        okFjClose++;
        Object mon = new Object();
        ReentrantLock lock = new ReentrantLock(); Condition cond = lock.newCondition();
        vboth(() -> { for (int i = 0; i < 50; i++) synchronized (mon) { okVtMonitor++; Thread.yield(); } }, () -> { for (int i = 0; i < 50; i++) synchronized (mon) { okVtMonitor++; Thread.yield(); } });
        vboth(() -> { synchronized (mon) { while (okVtWait == 0) mon.wait(); okVtWait++; } }, () -> { synchronized (mon) { okVtWait = 1; mon.notifyAll(); } });
        BlockingQueue<Cell> q = new LinkedBlockingQueue<>(2);
        vboth(() -> { for (int i = 0; i < 50; i++) { Cell c = new Cell(i); okVtQueue = 0; q.put(c); } }, () -> { for (int i = 0; i < 50; i++) q.take().okCell++; });
        okVtQueue++;
        Semaphore s = new Semaphore(1);
        Body sb = () -> { for (int i = 0; i < 20; i++) { s.acquire(); okVtSemaphore++; Thread.yield(); s.release(); } };
        vboth(sb, sb);
        CountDownLatch l = new CountDownLatch(1);
        vboth(() -> { okVtLatch = 1; l.countDown(); }, () -> { l.await(); okVtLatch++; });
        CompletableFuture<Integer> cf = new CompletableFuture<>();
        vboth(() -> { okVtFuture = 1; cf.complete(2); }, () -> { cf.get(); okVtFuture++; });
        Exchanger<Cell> ex = new Exchanger<>();
        Body eb = () -> { for (int i = 0; i < 10; i++) { Cell c = new Cell(i); ex.exchange(c).okCell++; } };
        vboth(eb, eb);
        Phaser ph = new Phaser(2);
        vboth(() -> { for (int i = 0; i < 5; i++) { okVtPhaser++; ph.arriveAndAwaitAdvance(); ph.arriveAndAwaitAdvance(); } }, () -> { for (int i = 0; i < 5; i++) { ph.arriveAndAwaitAdvance(); okVtPhaser++; ph.arriveAndAwaitAdvance(); } });
        vboth(() -> { lock.lock(); while (okVtCond == 0) cond.await(); okVtCond++; lock.unlock(); }, () -> { lock.lock(); okVtCond = 1; cond.signalAll(); lock.unlock(); });
        Thread sl = v(() -> { try { Thread.sleep(Duration.ofMinutes(5)); } catch (InterruptedException e) { okVtInterrupt++; } });
        okVtInterrupt = 1;
        sl.interrupt();
        sl.join();
        ThreadLocal<int[]> tl = ThreadLocal.withInitial(() -> new int[1]);
        vboth(() -> { for (int i = 0; i < 10; i++) { tl.get()[0]++; Thread.yield(); } }, () -> { for (int i = 0; i < 10; i++) { tl.get()[0]++; Thread.yield(); } });
        Thread nest = v(() -> { okVtNested = 1; Thread in = v(() -> okVtNested++); in.join(); okVtNested++; });
        nest.join();
        okVtNested++;
        List<Thread> many = new ArrayList<>();
        for (int i = 0; i < 500; i++) many.add(v(() -> { synchronized (mon) { okMany++; } Thread.sleep(1); synchronized (mon) { okMany++; } }));
        for (Thread t : many) t.join();
        okMany++;
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        vboth(() -> { for (int i = 0; i < 20; i++) { rw.writeLock().lock(); okVtRw++; rw.writeLock().unlock(); Thread.yield(); } }, () -> { for (int i = 0; i < 20; i++) { rw.readLock().lock(); int x = okVtRw; rw.readLock().unlock(); } });
        StampedLock st = new StampedLock();
        Body stb = () -> { for (int i = 0; i < 20; i++) { long n = st.writeLock(); okVirtualStamped++; st.unlockWrite(n); } };
        vboth(stb, stb);
        try (var e = Executors.newVirtualThreadPerTaskExecutor()) {
            okCfVirtual = 1;
            CompletableFuture.runAsync(() -> okCfVirtual++, e).thenRunAsync(() -> okCfVirtual++, e).thenCombineAsync(CompletableFuture.supplyAsync(() -> 1, e), (a, b) -> okCfVirtual++, e).join();
            okCfVirtual++;
            List<Future<Cell>> fs = e.invokeAll(List.of(() -> new Cell(1), () -> new Cell(2)));
            for (Future<Cell> x : fs) x.resultNow().okCell++;
        }
        ScheduledExecutorService sch = Executors.newScheduledThreadPool(1, Thread.ofVirtual().factory());
        okVtScheduled = 1;
        sch.schedule(() -> okVtScheduled++, 2, TimeUnit.MILLISECONDS).get();
        okVtScheduled++;
        sch.close();
        okVtUncaught = 1;
        Thread ut = Thread.ofVirtual().uncaughtExceptionHandler((t, e) -> okVtUncaught++).start(() -> { okVtUncaught++; throw new IllegalStateException(); });
        ut.join();
        okVtUncaught++;
        LinkedTransferQueue<Cell> tq = new LinkedTransferQueue<>();
        vboth(() -> { for (int i = 0; i < 20; i++) { Cell c = new Cell(i); tq.transfer(c); } }, () -> { for (int i = 0; i < 20; i++) tq.take().okCell++; });
        List<Cell> list = Collections.synchronizedList(new ArrayList<>());
        both(() -> { okSeqFirst = 1; list.addFirst(new Cell(1)); }, () -> { while (list.isEmpty()) Thread.onSpinWait(); okSeqFirst++; list.getLast().okCell++; });
        Deque<Cell> cd = new ConcurrentLinkedDeque<>();
        both(() -> { okSeqLast = 1; cd.addLast(new Cell(1)); }, () -> { while (cd.isEmpty()) Thread.onSpinWait(); cd.reversed().removeFirst().okCell++; okSeqLast++; });
        List<Cell> cells = IntStream.range(0, 1000).mapToObj(Cell::new).toList();
        for (int i = 0; i < 2; i++) {
            List<List<Cell>> w = cells.parallelStream().map(c -> new Cell(c.okCell)).gather(Gatherers.windowFixed(10)).toList();
            for (List<Cell> x : w) for (Cell c : x) c.okCell++;
            List<List<Cell>> ws = cells.parallelStream().map(c -> new Cell(c.okCell)).gather(Gatherers.windowSliding(3)).toList();
            for (List<Cell> x : ws) for (Cell c : x) c.okCell++;
            List<Cell> sc = cells.parallelStream().gather(Gatherers.scan(() -> new Cell(0), (a, c) -> new Cell(a.okCell + c.okCell))).toList();
            for (Cell c : sc) c.okCell++;
            List<Cell> mc = cells.stream().limit(50).gather(Gatherers.mapConcurrent(4, c -> { c.okCell++; return new Cell(c.okCell); })).toList();
            for (Cell c : mc) c.okCell++;
            for (Cell c : cells) c.okCell++;
            Cell fold = cells.parallelStream().gather(Gatherers.fold(() -> new Cell(0), (a, c) -> { a.okCell += c.okCell; return a; })).findFirst().get();
            fold.okCell++;
            Gatherer<Cell, Cell, Cell> own = Gatherer.of(() -> new Cell(0), (state, c, down) -> { state.okCell += c.okCell; return down.push(new Cell(state.okCell)); }, (a, b) -> { a.okCell += b.okCell; return a; }, (state, down) -> { state.okCell++; down.push(state); });
            for (Cell c : cells.parallelStream().gather(own).toList()) c.okCell++;
        }
        Cell scoped = new Cell(1);
        ScopedValue.where(SV, scoped).run(() -> { SV.get().okCell++; Thread t = Thread.ofPlatform().start(() -> scoped.okCell++); call(t::join); SV.get().okCell++; });
        S shape = new A(new int[] {1});
        both(() -> { switch (shape) { case A(int[] x) -> { synchronized (mon) { x[0]++; } } case B(Cell c) -> c.okCell++; } }, () -> { if (shape instanceof A(var x)) synchronized (mon) { x[0]++; } });
        try (Arena arena = Arena.ofShared()) {
            MemorySegment seg = arena.allocate(64, 8);
            VarHandle vh = ValueLayout.JAVA_LONG.varHandle();
            both(() -> { okSegmentVh = 1; vh.setRelease(seg, 8L, 1L); }, () -> { while ((long) vh.getAcquire(seg, 8L) == 0) Thread.onSpinWait(); okSegmentVh++; });
            both(() -> { okSegment = 1; vh.compareAndSet(seg, 16L, 0L, 1L); }, () -> { while (!vh.compareAndSet(seg, 16L, 1L, 2L)) Thread.onSpinWait(); okSegment++; });
        }
        ForkJoinPool cp = ForkJoinPool.commonPool();
        okDelayFj = 1;
        cp.schedule(() -> okDelayFj++, 2, TimeUnit.MILLISECONDS).get();
        okDelayFj++;
        okSubmitWithTimeout = 1;
        cp.submitWithTimeout(() -> okSubmitWithTimeout++, 1, TimeUnit.MINUTES, t -> { }).get();
        okSubmitWithTimeout++;
        CountDownLatch ticks = new CountDownLatch(3);
        okIsolated = 1;
        var per = cp.scheduleWithFixedDelay(() -> { okIsolated++; ticks.countDown(); }, 1, 1, TimeUnit.MILLISECONDS);
        ticks.await();
        per.cancel(false);

        vboth(() -> { badVt++; }, () -> { pause(); badVt++; });
        vboth(() -> { badVtYield++; Thread.yield(); }, () -> { Thread.yield(); pause(); badVtYield++; });
        vboth(() -> { badVtSleep++; Thread.sleep(1); badVtSleep++; }, () -> { Thread.sleep(50); badVtSleep++; });
        Thread pk = v(() -> { LockSupport.parkNanos(30_000_000); badVtPark++; });
        badVtPark = 1;
        LockSupport.unpark(pk);
        pk.join();
        Semaphore two = new Semaphore(2);
        Body b2 = () -> { two.acquire(); badVtSemaphore++; while (two.availablePermits() > 0) Thread.yield(); };
        vboth(b2, b2);
        vboth(() -> { synchronized (new Object()) { badVtMonitors++; } }, () -> { pause(); synchronized (new Object()) { badVtMonitors++; } });
        List<Thread> ts = new ArrayList<>();
        for (int i = 0; i < 20; i++) ts.add(v(() -> { badVtMany++; Thread.sleep(2); badVtMany++; }));
        for (Thread t : ts) t.join();
        IntStream.range(0, 8).boxed().gather(Gatherers.mapConcurrent(4, c -> { badGather++; call(Edges::pause); return c; })).toList();
        Cell shared = new Cell(0);
        ScopedValue.where(SV, shared).run(() -> call(() -> {
            try (var scope = StructuredTaskScope.open()) {
                scope.fork(() -> SV.get().both++); // race
                scope.fork(() -> { call(Edges::pause); SV.get().both++; });
                scope.join();
            }
        }));
    }
}
