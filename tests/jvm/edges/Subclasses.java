// The program's own subclasses of the library's classes.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Subclasses extends Edges {
    static int okBefore, okTerminated, okNewTask, okSharedAqs, okOwnSemaphore, okOwnLatch, okOwnFuture, okOwnMap, okOwnQueue, okCondAqs, okLongAqs, okDecorate, okOwnExecutor, okOwnCompletable, okOwnScheduled, okOwnLockSupport, okTicket, okClh, okPeterson, okOwnReject, okOwnBlocking, okOwnReadWrite, okOwnUncaught, okManaged;
    static int badOwnLatch, badOwnSemaphore, badShared, badOwnMap;

    static class Pool extends ThreadPoolExecutor {
        final ThreadLocal<int[]> started = ThreadLocal.withInitial(() -> new int[1]);
        int okLocked;
        Pool() { super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
        @Override protected void beforeExecute(Thread t, Runnable r) { super.beforeExecute(t, r); started.get()[0]++; okBefore++; }
        @Override protected void afterExecute(Runnable r, Throwable t) { super.afterExecute(r, t); started.get()[0]++; synchronized (this) { okLocked++; } }
        @Override protected void terminated() { super.terminated(); okTerminated++; }
        @Override protected <T> RunnableFuture<T> newTaskFor(Runnable r, T v) { return new Task<>(r, v); }
        @Override protected <T> RunnableFuture<T> newTaskFor(Callable<T> c) { return new Task<>(c); }
    }
    static class Task<T> extends FutureTask<T> {
        int okRuns;
        Task(Runnable r, T v) { super(r, v); okRuns = 1; }
        Task(Callable<T> c) { super(c); okRuns = 1; }
        @Override public void run() { okRuns++; super.run(); }
        @Override protected void set(T v) { okRuns++; super.set(v); }
    }
    static class Gate extends AbstractQueuedSynchronizer {
        @Override protected int tryAcquireShared(int n) { return getState() != 0 ? 1 : -1; }
        @Override protected boolean tryReleaseShared(int n) { setState(1); return true; }
    }
    static class LongGate extends AbstractQueuedLongSynchronizer {
        @Override protected long tryAcquireShared(long n) { return getState() != 0 ? 1 : -1; }
        @Override protected boolean tryReleaseShared(long n) { for (;;) { long s = getState(); if (compareAndSetState(s, s + n)) return true; } }
    }
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override protected boolean tryAcquire(int n) { if (compareAndSetState(0, 1)) { setExclusiveOwnerThread(Thread.currentThread()); return true; } return false; }
        @Override protected boolean tryRelease(int n) { setExclusiveOwnerThread(null); setState(0); return true; }
        @Override protected boolean isHeldExclusively() { return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread(); }
        ConditionObject condition() { return new ConditionObject(); }
    }
    /** Its method is that of the pool. */
    interface Doer { void execute(Runnable task); Future<?> submit(Runnable task); }
    static class Joining extends ForkJoinPool implements Doer { Joining() { super(2); } }
    static class Working extends ThreadPoolExecutor implements Doer { Working() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); } }
    static void passOn(Doer doer) throws Exception {
        Res mine = new Res();
        CountDownLatch done = new CountDownLatch(1);
        doer.execute(() -> { });
        mine.okRes = 1;
        doer.execute(() -> { mine.okRes++; done.countDown(); });
        done.await();
        mine.okRes++;
        doer.submit(() -> { mine.okRes++; }).get();
        mine.okRes++;
    }
    static class Res { int okRes; }
    static class MySemaphore extends Semaphore { MySemaphore(int n) { super(n); } void reduce(int n) { super.reducePermits(n); } }
    static class MyLatch extends CountDownLatch { MyLatch() { super(1); } void open() { countDown(); } void pass() throws InterruptedException { await(); } }
    static class MyFuture implements Future<Integer> {
        private Integer value; // guarded by this
        synchronized void put(int v) { value = v; notifyAll(); }
        public boolean cancel(boolean b) { return false; }
        public boolean isCancelled() { return false; }
        public synchronized boolean isDone() { return value != null; }
        public synchronized Integer get() throws InterruptedException { while (value == null) wait(); return value; }
        public synchronized Integer get(long n, TimeUnit u) throws InterruptedException { while (value == null) wait(u.toMillis(n)); return value; }
    }
    static class MyMap<K, V> extends ConcurrentHashMap<K, V> { @Override public V put(K k, V v) { return super.put(k, v); } V find(K k) { return get(k); } }
    static class MyQueue<T> extends LinkedBlockingQueue<T> { void give(T t) { offer(t); } T grab() throws InterruptedException { return take(); } }
    static class MyThread extends Thread {
        int okField;
        MyThread() { okField = 1; }
        @Override public void run() { okField++; }
        void go() { start(); }
        void end() throws InterruptedException { join(); okField++; }
    }
    static class Sum extends RecursiveTask<Integer> {
        final int[] data; final int from, to; int okPart;
        Sum(int[] d, int f, int t) { data = d; from = f; to = t; }
        @Override protected Integer compute() {
            if (to - from < 50) { for (int i = from; i < to; i++) okPart += data[i]++; return okPart; }
            int mid = (from + to) / 2;
            Sum a = new Sum(data, from, mid), b = new Sum(data, mid, to);
            a.fork();
            int r = b.compute();
            return okPart = r + a.join() + a.okPart;
        }
    }
    static class Counter extends CountedCompleter<Integer> {
        final int n; int okTotal; Counter left, right;
        Counter(CountedCompleter<?> p, int n) { super(p); this.n = n; }
        @Override public void compute() {
            if (n > 0) { setPendingCount(2); left = new Counter(this, n - 1); right = new Counter(this, n - 1); left.fork(); right.fork(); } else okTotal = 1;
            tryComplete();
        }
        @Override public void onCompletion(CountedCompleter<?> c) { if (left != null) okTotal = left.okTotal + right.okTotal; }
        @Override public Integer getRawResult() { return okTotal; }
    }
    static class MyCompletable<T> extends CompletableFuture<T> {
        int okSeen;
        @Override public <U> CompletableFuture<U> newIncompleteFuture() { return new MyCompletable<>(); }
        @Override public boolean complete(T t) { okSeen = 1; return super.complete(t); }
        @Override public T join() { T t = super.join(); okSeen++; return t; }
    }
    static class MyList<T> extends ArrayList<T> { @Override public boolean add(T t) { return super.add(t); } }
    static class Direct extends AbstractExecutorService {
        public void shutdown() { } public List<Runnable> shutdownNow() { return List.of(); } public boolean isShutdown() { return false; } public boolean isTerminated() { return false; }
        public boolean awaitTermination(long n, TimeUnit u) { return true; }
        public void execute(Runnable r) { new Thread(r).start(); }
    }
    static class MyScheduled extends ScheduledThreadPoolExecutor {
        MyScheduled() { super(1); }
        @Override protected <V> RunnableScheduledFuture<V> decorateTask(Runnable r, RunnableScheduledFuture<V> t) { return new Decorated<>(t); }
        @Override protected <V> RunnableScheduledFuture<V> decorateTask(Callable<V> r, RunnableScheduledFuture<V> t) { return new Decorated<>(t); }
    }
    static class Decorated<V> implements RunnableScheduledFuture<V> {
        final RunnableScheduledFuture<V> t; int okRun;
        Decorated(RunnableScheduledFuture<V> t) { this.t = t; okRun = 1; }
        public void run() { okRun++; t.run(); }
        public boolean isPeriodic() { return t.isPeriodic(); } public long getDelay(TimeUnit u) { return t.getDelay(u); } public int compareTo(Delayed d) { return t.compareTo(((Decorated<?>) d).t); }
        public boolean cancel(boolean b) { return t.cancel(b); } public boolean isCancelled() { return t.isCancelled(); } public boolean isDone() { return t.isDone(); }
        public V get() throws InterruptedException, ExecutionException { return t.get(); }
        public V get(long n, TimeUnit u) throws InterruptedException, ExecutionException, TimeoutException { return t.get(n, u); }
    }
    static class Ticket { final AtomicInteger next = new AtomicInteger(), serving = new AtomicInteger(); void lock() { int t = next.getAndIncrement(); while (serving.get() != t) Thread.onSpinWait(); } void unlock() { serving.incrementAndGet(); } }
    static class Clh {
        static class Node { volatile boolean locked; }
        final AtomicReference<Node> tail = new AtomicReference<>(new Node());
        final ThreadLocal<Node> mine = ThreadLocal.withInitial(Node::new), pred = new ThreadLocal<>();
        void lock() { Node n = mine.get(); n.locked = true; Node p = tail.getAndSet(n); pred.set(p); while (p.locked) Thread.onSpinWait(); }
        void unlock() { Node n = mine.get(); n.locked = false; mine.set(pred.get()); }
    }
    static class Peterson {
        volatile boolean a, b; volatile int turn;
        void lock(boolean first) { if (first) { a = true; turn = 1; while (b && turn == 1) Thread.onSpinWait(); } else { b = true; turn = 0; while (a && turn == 0) Thread.onSpinWait(); } }
        void unlock(boolean first) { if (first) a = false; else b = false; }
    }
    static class SimpleRw {
        int readers; boolean writing;
        synchronized void lockRead() throws InterruptedException { while (writing) wait(); readers++; }
        synchronized void unlockRead() { readers--; notifyAll(); }
        synchronized void lockWrite() throws InterruptedException { while (writing || readers > 0) wait(); writing = true; }
        synchronized void unlockWrite() { writing = false; notifyAll(); }
    }
    static class Buffer<T> {
        final Object[] items = new Object[3]; int head, tail, count;
        final Lock lock = new ReentrantLock(); final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();
        void put(T t) throws InterruptedException { lock.lock(); try { while (count == items.length) notFull.await(); items[tail] = t; tail = (tail + 1) % items.length; count++; notEmpty.signal(); } finally { lock.unlock(); } }
        @SuppressWarnings("unchecked") T take() throws InterruptedException { lock.lock(); try { while (count == 0) notEmpty.await(); T t = (T) items[head]; items[head] = null; head = (head + 1) % items.length; count--; notFull.signal(); return t; } finally { lock.unlock(); } }
    }
    static class Mcs {
        volatile Thread owner; final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>(); final AtomicBoolean locked = new AtomicBoolean();
        void lock() { Thread me = Thread.currentThread(); waiters.add(me); while (waiters.peek() != me || !locked.compareAndSet(false, true)) LockSupport.parkNanos(this, 1000); waiters.remove(); }
        void unlock() { locked.set(false); LockSupport.unpark(waiters.peek()); }
    }

    public static void main(String[] args) throws Exception {
        Pool pool = new Pool();
        Pool single = new Pool();
        single.setMaximumPoolSize(2);
        Future<Integer> f = pool.submit(() -> okNewTask = 1);
        f.get();
        okNewTask++;
        ((Task<?>) f).okRuns++;
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        okTerminated++;
        okBefore++;
        single.shutdownNow();
        Gate gate = new Gate();
        both(() -> { okSharedAqs = 1; gate.releaseShared(1); }, () -> { gate.acquireShared(1); okSharedAqs++; });
        LongGate lg = new LongGate();
        both(() -> { okLongAqs = 1; lg.releaseShared(1); }, () -> { lg.acquireSharedInterruptibly(1); okLongAqs++; });
        Mutex mutex = new Mutex();
        AbstractQueuedSynchronizer.ConditionObject cond = mutex.condition();
        both(() -> { mutex.acquire(1); while (okCondAqs == 0) cond.await(); okCondAqs++; mutex.release(1); }, () -> { mutex.acquire(1); okCondAqs = 1; cond.signal(); mutex.release(1); });
        MySemaphore ms = new MySemaphore(1);
        Body b = () -> { ms.acquire(); okOwnSemaphore++; ms.release(); };
        both(b, b);
        MyLatch ml = new MyLatch();
        both(() -> { okOwnLatch = 1; ml.open(); }, () -> { ml.pass(); okOwnLatch++; });
        MyFuture mf = new MyFuture();
        both(() -> { okOwnFuture = 1; mf.put(1); }, () -> { Future<Integer> ff = mf; ff.get(); okOwnFuture++; });
        MyMap<String, String> mm = new MyMap<>();
        both(() -> { okOwnMap = 1; mm.put("a", "b"); }, () -> { while (mm.find("a") == null) Thread.onSpinWait(); okOwnMap++; });
        MyQueue<String> mq = new MyQueue<>();
        both(() -> { okOwnQueue = 1; mq.give("a"); }, () -> { mq.grab(); okOwnQueue++; });
        MyThread mt = new MyThread();
        mt.okField++;
        mt.go();
        mt.end();
        int[] data = new int[1000];
        Sum sum = new Sum(data, 0, 1000);
        ForkJoinPool.commonPool().invoke(sum);
        sum.okPart++;
        for (int i = 0; i < 1000; i++) data[i]++;
        Counter counter = new Counter(null, 5);
        counter.invoke();
        counter.okTotal++;
        MyCompletable<Integer> mc = new MyCompletable<>();
        Thread t = start(() -> { okOwnCompletable = 1; mc.complete(1); });
        mc.join();
        okOwnCompletable++;
        t.join();
        MyCompletable<Integer> mc2 = new MyCompletable<>();
        CompletableFuture<Integer> chain = mc2.thenApply(x -> okOwnCompletable += x).thenCombine(mc, Integer::sum);
        t = start(() -> { okOwnCompletable++; mc2.complete(1); });
        chain.join();
        okOwnCompletable++;
        t.join();
        Direct direct = new Direct();
        okOwnExecutor = 1;
        direct.submit(() -> okOwnExecutor++).get();
        okOwnExecutor++;
        direct.invokeAll(List.of(() -> okOwnExecutor++)).get(0).get();
        okOwnExecutor++;
        MyScheduled sch = new MyScheduled();
        okOwnScheduled = 1;
        sch.schedule(() -> okOwnScheduled++, 1, TimeUnit.MILLISECONDS).get();
        okOwnScheduled++;
        CountDownLatch ticks = new CountDownLatch(3);
        okDecorate = 1;
        sch.scheduleAtFixedRate(() -> { okDecorate++; ticks.countDown(); }, 1, 1, TimeUnit.MILLISECONDS);
        ticks.await();
        sch.shutdownNow();
        sch.awaitTermination(1, TimeUnit.MINUTES);
        okDecorate++;
        Ticket ticket = new Ticket();
        Body tb = () -> { for (int i = 0; i < 20; i++) { ticket.lock(); okTicket++; ticket.unlock(); } };
        both(tb, tb);
        Clh clh = new Clh();
        Body cb = () -> { for (int i = 0; i < 20; i++) { clh.lock(); okClh++; clh.unlock(); } };
        both(cb, cb);
        Peterson pet = new Peterson();
        both(() -> { for (int i = 0; i < 20; i++) { pet.lock(true); okPeterson++; pet.unlock(true); } }, () -> { for (int i = 0; i < 20; i++) { pet.lock(false); okPeterson++; pet.unlock(false); } });
        SimpleRw rw = new SimpleRw();
        both(() -> { for (int i = 0; i < 10; i++) { rw.lockWrite(); okOwnReadWrite++; rw.unlockWrite(); } }, () -> { for (int i = 0; i < 10; i++) { rw.lockRead(); int x = okOwnReadWrite; rw.unlockRead(); } });
        Buffer<int[]> buf = new Buffer<>();
        both(() -> { for (int i = 0; i < 20; i++) { okOwnBlocking = 1; buf.put(new int[] {i}); } }, () -> { for (int i = 0; i < 20; i++) buf.take()[0]++; });
        Mcs mcs = new Mcs();
        Body mb = () -> { for (int i = 0; i < 10; i++) { mcs.lock(); okOwnLockSupport++; mcs.unlock(); } };
        both(mb, mb);
        ThreadPoolExecutor rej = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), (r, e) -> { okOwnReject++; r.run(); });
        for (int i = 0; i < 5; i++) rej.execute(() -> call(Edges::pause));
        rej.shutdown();
        ForkJoinPool fj = new ForkJoinPool(2);
        okManaged = 1;
        fj.submit(() -> { ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() { boolean done; public boolean block() { okManaged++; return done = true; } public boolean isReleasable() { return done; } }); return 1; }).get();
        okManaged++;
        fj.shutdown();
        passOn(new Joining());
        Working working = new Working();
        passOn(working);
        working.shutdown();
        PriorityBlockingQueue<int[]> pq = new PriorityBlockingQueue<>(4, (x, y) -> x[0] - y[0]);
        both(() -> { for (int i = 0; i < 10; i++) pq.put(new int[] {i}); }, () -> { for (int i = 0; i < 10; i++) pq.take()[0]++; });
        Thread ut = new Thread(() -> { okOwnUncaught = 1; throw new IllegalStateException(); });
        ut.setUncaughtExceptionHandler((x, e) -> okOwnUncaught++);
        ut.start();
        ut.join();
        okOwnUncaught++;
        ThreadLocal<int[]> tl = new ThreadLocal<>() { @Override protected int[] initialValue() { return new int[1]; } };
        Body lb = () -> { tl.get()[0]++; tl.get()[0]++; };
        both(lb, lb);
        InheritableThreadLocal<int[]> itl = new InheritableThreadLocal<>() { @Override protected int[] childValue(int[] p) { p[0]++; return p.clone(); } };
        itl.set(new int[1]);
        Thread it = new Thread(() -> itl.get()[0]++);
        itl.get()[0]++;
        it.start();
        itl.get()[0]++;
        it.join();

        MySemaphore two = new MySemaphore(2);
        Body b2 = () -> { two.acquire(); badOwnSemaphore++; while (two.availablePermits() > 0) Thread.onSpinWait(); };
        both(b2, b2);
        MyLatch never = new MyLatch();
        both(() -> { badOwnLatch = 1; never.open(); }, () -> { pause(); never.open(); badOwnLatch++; });
        both(() -> { rw.lockRead(); rw.unlockRead(); badShared++; }, () -> { pause(); rw.lockRead(); badShared++; rw.unlockRead(); });
        MyMap<String, String> keys = new MyMap<>();
        both(() -> { badOwnMap = 1; keys.put("a", "b"); }, () -> { pause(); keys.find("c"); badOwnMap++; });
        InheritableThreadLocal<int[]> shared = new InheritableThreadLocal<>();
        int[] cells = new int[1];
        shared.set(cells);
        Thread ch = start(() -> { shared.get()[0]++; // race
            pause(); });
        pause();
        shared.get()[0]++;
        ch.join();
    }
}
