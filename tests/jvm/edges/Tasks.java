// Executors, fork/join, parallel streams, timers: submission, run, result.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class Tasks extends Edges {
    static int okSubmit, okGet, okCall, okThrown, okExecute, okInvokeAll, okInvokeAny, okTerminated, okFutureTask, okCompletion, okPeriodic, okFixedDelay, okTimer, okTimerPeriodic;
    static int okFork, okJoin, okAction, okPoolInvoke, okPoolSubmit, okQuiescence, okCounted, okStream, okStreamResult, okCollect, okReduce, okSingle, okDone;
    static int okFactory, okWrapped, okHook, okDirect, okArraySort, okDelegated, okShutdownNow, okResubmitted, okOwnExecutor;
    static int badSubmit, badNoGet, badTwoTasks, badCancelled, badExecute, badStream, badTimer, badFork, badOtherFuture, badAwaitNothing;

    static class Sum extends RecursiveTask<Integer> {
        final int[] a; final int from, to;
        Sum(int[] a, int from, int to) { this.a = a; this.from = from; this.to = to; }
        @Override protected Integer compute() {
            if (to - from < 8) {
                int s = 0;
                for (int i = from; i < to; i++) { s += a[i]; a[i] = s; }
                return s;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(a, from, middle), right = new Sum(a, middle, to);
            left.fork();
            int r = right.compute(), l = left.join();
            return l + r + a[from] + a[to - 1];
        }
    }

    static class Act extends RecursiveAction {
        int okResult;
        final int depth;
        Act(int depth) { this.depth = depth; }
        @Override protected void compute() {
            if (depth > 0) {
                Act a = new Act(depth - 1), b = new Act(depth - 1);
                invokeAll(a, b);
                okResult = a.okResult + b.okResult;
            } else {
                okResult = 1;
            }
        }
    }

    static class Counted extends CountedCompleter<Void> {
        final int[] a; final int from, to;
        int okSum;
        Counted left, right;
        Counted(CountedCompleter<?> parent, int[] a, int from, int to) { super(parent); this.a = a; this.from = from; this.to = to; }
        @Override public void compute() {
            if (to - from > 4) {
                int middle = (from + to) >>> 1;
                setPendingCount(2);
                left = new Counted(this, a, from, middle);
                right = new Counted(this, a, middle, to);
                left.fork();
                right.fork();
            } else {
                for (int i = from; i < to; i++) okSum += a[i];
            }
            tryComplete();
        }
        @Override public void onCompletion(CountedCompleter<?> caller) { if (left != null) okSum = left.okSum + right.okSum; }
    }

    static class Hooked extends ThreadPoolExecutor {
        Hooked() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
        @Override protected void beforeExecute(Thread t, Runnable r) { okHook++; }
        @Override protected void afterExecute(Runnable r, Throwable t) { okHook++; }
        @Override protected void terminated() { okHook++; }
    }

    /** An executor of the program: one thread, one queue. */
    static class Own implements Executor {
        final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        final Thread thread = start(() -> { for (Runnable r; (r = queue.take()) != this.stop;) r.run(); });
        final Runnable stop = () -> { };
        @Override public void execute(Runnable task) { queue.add(task); }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        okSubmit = 1;
        pool.submit(() -> okSubmit++).get();
        pool.submit(() -> { okGet = 1; }).get(1, TimeUnit.MINUTES);
        okGet++;
        Future<Integer> called = pool.submit(() -> { okCall = 1; return 1; });
        called.get();
        okCall++;
        Future<?> thrown = pool.submit(() -> { okThrown = 1; throw new IllegalStateException(); });
        try { thrown.get(); } catch (ExecutionException e) { okThrown++; }
        CountDownLatch executed = new CountDownLatch(1);
        okExecute = 1;
        pool.execute(() -> { okExecute++; executed.countDown(); });
        executed.await();
        okExecute++;
        AtomicInteger calls = new AtomicInteger();
        for (Future<Integer> f : pool.invokeAll(List.<Callable<Integer>>of(() -> okInvokeAll = 1, () -> 2))) f.get();
        okInvokeAll++;
        okInvokeAny = 1;
        pool.invokeAny(List.<Callable<Integer>>of(() -> { return okInvokeAny; }));
        FutureTask<Integer> task = new FutureTask<>(() -> okFutureTask = 1);
        both(task, task);
        both(() -> { task.get(); int x = okFutureTask; }, () -> { task.get(); int x = okFutureTask; });
        CompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        completion.submit(() -> okCompletion = 1);
        completion.take().get();
        okCompletion++;
        Future<?> polled = pool.submit(() -> { okDone = 1; });
        while (!polled.isDone()) Thread.onSpinWait();
        okDone++;
        Runnable again = () -> okResubmitted++;
        for (int i = 0; i < 5; i++) pool.submit(again).get();
        ExecutorService single = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 10; i++) single.execute(() -> okSingle++);
        single.shutdown();
        single.awaitTermination(1, TimeUnit.MINUTES);
        okSingle++;
        ExecutorService many = Executors.newCachedThreadPool(r -> { okFactory++; return new Thread(r); });
        many.submit(() -> okTerminated = 1);
        many.shutdown();
        while (!many.isTerminated()) Thread.onSpinWait();
        okTerminated++;
        ExecutorService stopped = Executors.newFixedThreadPool(1);
        stopped.execute(() -> { okShutdownNow = 1; });
        stopped.submit(() -> { }).get();
        stopped.shutdownNow();
        stopped.awaitTermination(1, TimeUnit.MINUTES);
        okShutdownNow++;
        ExecutorService direct = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        Body run = () -> { for (int i = 0; i < 5; i++) direct.submit(() -> calls.incrementAndGet()).get(); okDirect = okDirect; };
        run.run();
        direct.shutdown();
        Hooked hooked = new Hooked();
        for (int i = 0; i < 5; i++) hooked.execute(() -> { okHook++; });
        hooked.shutdown();
        hooked.awaitTermination(1, TimeUnit.MINUTES);
        okHook++;
        ExecutorService wrapped = Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1));
        wrapped.submit(() -> okWrapped = 1).get();
        okWrapped++;
        wrapped.shutdown();
        Own own = new Own();
        okOwnExecutor = 1;
        FutureTask<Integer> owned = new FutureTask<>(() -> okOwnExecutor++);
        own.execute(owned);
        owned.get();
        okOwnExecutor++;
        own.execute(own.stop);
        own.thread.join();

        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
        CountDownLatch three = new CountDownLatch(3), four = new CountDownLatch(3);
        ScheduledFuture<?> periodic = scheduled.scheduleAtFixedRate(() -> { okPeriodic++; three.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> delayed = scheduled.scheduleWithFixedDelay(() -> { okFixedDelay++; four.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        four.await();
        periodic.cancel(false);
        delayed.cancel(false);
        scheduled.schedule(() -> okDelegated = 1, 1, TimeUnit.MILLISECONDS).get();
        okDelegated++;
        scheduled.shutdown();
        scheduled.awaitTermination(1, TimeUnit.MINUTES);
        okPeriodic++;
        okFixedDelay++;
        Timer timer = new Timer(true);
        CountDownLatch timed = new CountDownLatch(3);
        okTimer = 1;
        timer.schedule(new TimerTask() { public void run() { okTimer++; okTimerPeriodic++; timed.countDown(); } }, 0, 1);
        timed.await();
        timer.cancel();

        int[] numbers = IntStream.range(0, 100).toArray();
        okFork = new Sum(numbers, 0, 100).invoke();
        ForkJoinPool forkJoin = new ForkJoinPool(2);
        okJoin = forkJoin.submit(new Sum(numbers, 0, 100)).get();
        okPoolInvoke = forkJoin.invoke(new Sum(numbers, 0, 100));
        numbers[5]++;
        Act act = new Act(4);
        forkJoin.invoke(act);
        okAction = act.okResult++;
        Counted counted = new Counted(null, numbers, 0, 100);
        counted.invoke();
        okCounted = counted.okSum++;
        okPoolSubmit = 1;
        forkJoin.submit(() -> okPoolSubmit++).get();
        okPoolSubmit++;
        forkJoin.submit(() -> okQuiescence = 1);
        forkJoin.shutdown();
        forkJoin.awaitTermination(1, TimeUnit.MINUTES);
        okQuiescence++;
        int[] squares = new int[1000];
        IntStream.range(0, 1000).parallel().forEach(i -> squares[i] = i * i);
        okStream = squares[999]++;
        List<int[]> boxes = IntStream.range(0, 1000).parallel().mapToObj(i -> new int[] {i}).collect(Collectors.toList());
        for (int[] box : boxes) okCollect += box[0]++;
        okReduce = boxes.parallelStream().map(b -> new int[] {b[0]}).reduce(new int[1], (a, b) -> new int[] {a[0] + b[0]})[0];
        int[] result = Stream.of(1, 2, 3, 4, 5, 6, 7, 8).parallel().collect(() -> new int[1], (a, i) -> a[0] += i, (a, b) -> a[0] += b[0]);
        okStreamResult = result[0]++;
        Integer[] sorted = new Integer[20_000];
        Arrays.parallelSetAll(sorted, i -> (i * 31) % 20_000);
        Arrays.parallelSort(sorted);
        okArraySort = sorted[5];


        badSubmit = 1;
        Future<?> f = pool.submit(() -> { pause(); return badSubmit++; });
        badSubmit++;
        f.get();
        f = pool.submit(() -> { badNoGet++; });
        pause();
        badNoGet++;
        f.get();
        Future<?> g = pool.submit(() -> { pause(); return badTwoTasks++; }), h = pool.submit(() -> { pause(); return badTwoTasks++; });
        g.get();
        h.get();
        CountDownLatch running = new CountDownLatch(1);
        Future<?> cancelled = pool.submit(() -> { running.countDown(); for (long end = System.nanoTime() + 100_000_000L; System.nanoTime() < end;) Thread.onSpinWait(); badCancelled++; });
        running.await();
        cancelled.cancel(false);
        badCancelled++;
        pool.execute(() -> badExecute++);
        pause();
        badExecute++;
        // A pause in each part, so that no thread is done before another one takes its share.
        IntStream.range(0, 1000).parallel().forEach(i -> {
            if (i % 50 == 0) java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            badStream++;
        });
        Timer late = new Timer(true);
        late.schedule(new TimerTask() { public void run() { badTimer++; } }, 1);
        Thread.sleep(50);
        badTimer++;
        ForkJoinTask<?> forked = ForkJoinTask.adapt(() -> { badFork++; }).fork();
        pause();
        badFork++;
        forked.join();
        Future<?> slow = pool.submit(() -> { Thread.sleep(300); return badOtherFuture++; }), quick = pool.submit(() -> { });
        quick.get();
        badOtherFuture++;
        slow.get();
        pool.submit(() -> { Thread.sleep(200); badAwaitNothing++; return 0; });
        pool.awaitTermination(1, TimeUnit.MILLISECONDS);
        badAwaitNothing++;
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
    }

    static void both(FutureTask<?> one, FutureTask<?> two) throws Exception {
        both((Body) one::run, (Body) two::run);
    }
}
