// Executors, fork/join, streams and stages in their other forms.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class TaskMethods extends Edges {
    static int okInvokeAllTimed, okCompletionPoll, okPeriodicCancel, okCommon, okAdapt, okPoolInvokeAll,
        okCallable, okDoneOverride, okRejected, okScheduleCallable, okChainFutures,
        okWorkStealing, okForEachOrdered, okTimerCancel, okSubmitResult, okExecuteInTask, okTimeoutRetry, okStage,
        okWhenCompleteExc, okCompleteAsync, okBothRun, okEitherRun, okExcCompose, okCopy, okAnyOf, okRecursiveThrow,
        okHandleAsyncDefault, okScheduledInner, okOrTimeoutOk, okAllOfMany, okJoinNested;
    static int badIsDoneFalse, badScheduled, badGetNowAbsent, badPoolShutdown, badStagesSiblings, badAsyncCaller,
        badEitherOther, badTimeoutGet, badAwaitFalse;
    static class Done extends FutureTask<Integer> { int okOwn; Done(Callable<Integer> c) { super(c); } @Override protected void done() { okOwn++; okDoneOverride++; } }
    static class Res { int okRes; }
    static class Fib extends RecursiveTask<Res> { final int n; Fib(int n) { this.n = n; } protected Res compute() { Res r = new Res(); if (n < 2) { r.okRes = n; return r; } Fib a = new Fib(n - 1); a.fork(); Res b = new Fib(n - 2).compute(); r.okRes = b.okRes++ + a.join().okRes++; return r; } }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (Future<Integer> f : pool.invokeAll(List.<Callable<Integer>>of(() -> okInvokeAllTimed = 1, () -> 2), 1, TimeUnit.MINUTES)) f.isDone();
        okInvokeAllTimed++;
        ExecutorCompletionService<Res> ecs = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 5; i++) ecs.submit(() -> { Res r = new Res(); r.okRes = 1; return r; });
        for (int i = 0; i < 5; i++) { Future<Res> f; while ((f = ecs.poll()) == null) Thread.onSpinWait(); f.get().okRes++; }
        ecs.submit(() -> okCompletionPoll = 1, null);
        ecs.poll(1, TimeUnit.MINUTES).get();
        okCompletionPoll++;
        ForkJoinPool.commonPool().submit(() -> okCommon = 1).join();
        okCommon++;
        ForkJoinTask<Integer> adapted = ForkJoinTask.adapt((Callable<Integer>) () -> okAdapt = 1);
        adapted.fork();
        adapted.join();
        okAdapt++;
        ForkJoinPool fj = new ForkJoinPool(3);
        fj.invokeAll(List.<Callable<Integer>>of(() -> okPoolInvokeAll = 1, () -> 2));
        okPoolInvokeAll++;
        fj.invoke(new Fib(8)).okRes++;
        pool.submit(Executors.callable((Runnable) () -> okCallable = 1)).get();
        okCallable++;
        Done done = new Done(() -> 1);
        okDoneOverride = 1;
        pool.execute(done);
        done.get();
        Res given = new Res();
        pool.submit(() -> { given.okRes = 1; okSubmitResult = 1; }, given).get().okRes++;
        okSubmitResult++;
        CountDownLatch block = new CountDownLatch(1);
        ThreadPoolExecutor small = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), (r, e) -> { okRejected++; r.run(); });
        small.submit(() -> block.await(1, TimeUnit.MINUTES));
        small.execute(() -> { });
        okRejected = 1;
        small.execute(() -> okRejected++);
        block.countDown();
        small.shutdown();
        while (!small.awaitTermination(10, TimeUnit.MILLISECONDS)) { }
        ScheduledExecutorService ses = Executors.newSingleThreadScheduledExecutor();
        okPeriodicCancel = 1;
        CountDownLatch some = new CountDownLatch(5);
        ScheduledFuture<?> per = ses.scheduleAtFixedRate(() -> { okPeriodicCancel++; some.countDown(); }, 0, 100, TimeUnit.MICROSECONDS);
        some.await();
        per.cancel(false);
        okScheduleCallable = 1;
        ses.schedule(() -> okScheduleCallable++, 1, TimeUnit.MILLISECONDS).get(1, TimeUnit.MINUTES);
        okScheduleCallable++;
        okScheduledInner = 1;
        ses.schedule(() -> ses.schedule(() -> okScheduledInner++, 1, TimeUnit.MILLISECONDS), 1, TimeUnit.MILLISECONDS).get().get();
        okScheduledInner++;
        ses.shutdown();
        while (!ses.isTerminated()) Thread.onSpinWait();
        okPeriodicCancel++;
        Future<Integer> thrower = pool.submit(() -> { okChainFutures = 1; if (okChainFutures == 1) throw new Exception(); return 1; });
        try { thrower.get(1, TimeUnit.MINUTES); } catch (ExecutionException e) { okChainFutures++; }
        pool.submit(() -> pool.submit(() -> okExecuteInTask = 1)).get().get();
        okExecuteInTask++;
        ExecutorService steal = Executors.newWorkStealingPool(2);
        steal.submit(() -> { okWorkStealing = 1; return 1; }).get();
        okWorkStealing++;
        steal.shutdown();
        Future<Integer> polled = pool.submit(() -> { Thread.sleep(30); return okTimeoutRetry = 1; });
        while (true) { try { polled.get(1, TimeUnit.MILLISECONDS); break; } catch (TimeoutException e) { } }
        okTimeoutRetry++;
        try { fj.invoke(new RecursiveAction() { protected void compute() { okRecursiveThrow = 1; throw new IllegalStateException(); } }); } catch (IllegalStateException e) { okRecursiveThrow++; }

        IntStream.range(0, 200).parallel().boxed().forEachOrdered(i -> okForEachOrdered++);
        okForEachOrdered++;
        List<Res> rs = IntStream.range(0, 200).parallel().mapToObj(i -> { Res r = new Res(); r.okRes = i; return r; }).peek(r -> r.okRes++).sorted(Comparator.comparingInt(r -> -r.okRes)).collect(Collectors.toList());
        for (Res r : rs) r.okRes++;
        Map<Integer, List<Res>> grouped = rs.parallelStream().collect(Collectors.groupingBy(r -> r.okRes % 5));
        grouped.values().forEach(l -> l.forEach(r -> r.okRes++));
        Map<Integer, List<Res>> conc = rs.parallelStream().collect(Collectors.groupingByConcurrent(r -> r.okRes % 5));
        conc.values().forEach(l -> l.forEach(r -> r.okRes++));
        Map<Integer, Res> cm = rs.parallelStream().collect(Collectors.toConcurrentMap(r -> r.okRes, r -> r));
        cm.values().forEach(r -> r.okRes++);
        Res[] arr = rs.parallelStream().flatMap(r -> Stream.of(r, new Res())).toArray(Res[]::new);
        for (Res r : arr) r.okRes++;
        rs.parallelStream().filter(r -> r.okRes > 5).map(r -> { Res q = new Res(); q.okRes = r.okRes; return q; }).reduce((x, y) -> { Res q = new Res(); q.okRes = x.okRes + y.okRes; return q; }).get().okRes++;
        rs.parallelStream().limit(20).skip(3).findFirst().get().okRes++;
        rs.parallelStream().mapToInt(r -> r.okRes).summaryStatistics();
        Stream.iterate(new Res(), r -> { Res q = new Res(); q.okRes = r.okRes + 1; return q; }).limit(50).parallel().forEach(r -> r.okRes++);
        int[] pre = new int[20000];
        Arrays.parallelSetAll(pre, i -> i);
        Arrays.parallelPrefix(pre, Integer::sum);
        pre[3]++;
        Timer timer = new Timer();
        CountDownLatch ticked = new CountDownLatch(1);
        okTimerCancel = 1;
        timer.schedule(new TimerTask() { public void run() { okTimerCancel++; cancel(); ticked.countDown(); } }, new Date());
        ticked.await();
        okTimerCancel++;
        timer.cancel();

        CompletableFuture<Res> src = new CompletableFuture<>();
        CompletableFuture<Integer> dep = src.thenApply(r -> r.okRes++).thenCombine(src.thenApplyAsync(r -> 1), Integer::sum);
        pool.execute(() -> { Res r = new Res(); r.okRes = 4; okStage = 1; src.complete(r); });
        dep.join();
        okStage++;
        src.getNow(null).okRes++;
        CompletableFuture<Integer> exc = new CompletableFuture<>();
        CompletableFuture<Integer> handled = exc.whenComplete((v, e) -> okWhenCompleteExc++).exceptionally(e -> okWhenCompleteExc++);
        okWhenCompleteExc = 1;
        pool.execute(() -> { okWhenCompleteExc++; exc.completeExceptionally(new Exception()); });
        handled.join();
        okWhenCompleteExc++;
        new CompletableFuture<Integer>().completeAsync(() -> okCompleteAsync = 1, pool).join();
        okCompleteAsync++;
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> okBothRun = 1, pool), b = CompletableFuture.runAsync(() -> okEitherRun = 1, pool);
        a.runAfterBoth(b, () -> { okBothRun++; okEitherRun++; }).join();
        okBothRun++;
        CompletableFuture.supplyAsync(() -> okExcCompose = 1, pool).thenApply(x -> { if (x == 1) throw new IllegalStateException(); return x; }).exceptionallyCompose(e -> CompletableFuture.supplyAsync(() -> okExcCompose++)).join();
        okExcCompose++;
        CompletableFuture<Integer> orig = CompletableFuture.supplyAsync(() -> okCopy = 1, pool);
        orig.copy().join();
        okCopy++;
        CompletableFuture.anyOf(CompletableFuture.supplyAsync(() -> okAnyOf = 1, pool)).thenRun(() -> okAnyOf++).join();
        okAnyOf++;
        Res[] many = new Res[20];
        CompletableFuture<?>[] all = new CompletableFuture<?>[20];
        for (int i = 0; i < 20; i++) { int n = i; all[i] = CompletableFuture.runAsync(() -> { many[n] = new Res(); many[n].okRes = n; }, pool); }
        CompletableFuture.allOf(all).thenRunAsync(() -> { for (Res r : many) okAllOfMany += r.okRes++; }).join();
        for (Res r : many) okAllOfMany += r.okRes++;
        CompletableFuture.supplyAsync(() -> okOrTimeoutOk = 1, pool).orTimeout(1, TimeUnit.MINUTES).thenAccept(x -> okOrTimeoutOk++).get(1, TimeUnit.MINUTES);
        okOrTimeoutOk++;
        CompletableFuture.supplyAsync(() -> okHandleAsyncDefault = 1).handleAsync((x, e) -> okHandleAsyncDefault++).whenCompleteAsync((x, e) -> okHandleAsyncDefault++).thenAcceptAsync(x -> okHandleAsyncDefault++).thenRunAsync(() -> okHandleAsyncDefault++).join();
        okHandleAsyncDefault++;
        CompletableFuture.supplyAsync(() -> okJoinNested = 1).thenCompose(x -> CompletableFuture.completedFuture(okJoinNested++)).toCompletableFuture().get();
        okJoinNested++;

        Future<Integer> s1 = pool.submit(() -> { Thread.sleep(100); return badIsDoneFalse++; });
        if (!s1.isDone()) badIsDoneFalse++;
        s1.get();
        Future<?> s2 = pool.submit(() -> { Thread.sleep(100); badTimeoutGet++; return 1; });
        try { s2.get(1, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { }
        badTimeoutGet++;
        s2.get();
        ScheduledExecutorService sc = Executors.newScheduledThreadPool(1);
        Future<?> s3 = sc.schedule(() -> { badScheduled++; }, 1, TimeUnit.MILLISECONDS);
        Thread.sleep(60);
        badScheduled++;
        s3.get();
        sc.shutdown();
        CompletableFuture<Integer> g = CompletableFuture.supplyAsync(() -> { call(() -> Thread.sleep(100)); return badGetNowAbsent++; }, pool);
        g.getNow(null);
        badGetNowAbsent++;
        g.join();
        ExecutorService sd = Executors.newFixedThreadPool(1);
        sd.execute(() -> badPoolShutdown++);
        sd.shutdown();
        Thread.sleep(60);
        sd.isShutdown();
        badPoolShutdown++;
        CompletableFuture<Integer> root = CompletableFuture.completedFuture(1);
        CompletableFuture<?> x1 = root.thenRunAsync(() -> { call(Edges::pause); badStagesSiblings++; }, pool), x2 = root.thenRunAsync(() -> { call(Edges::pause); badStagesSiblings++; }, pool);
        x1.join(); x2.join();
        CompletableFuture<?> x3 = CompletableFuture.runAsync(() -> { call(Edges::pause); badAsyncCaller++; }, pool);
        badAsyncCaller++;
        x3.join();
        CompletableFuture<Integer> slow = CompletableFuture.supplyAsync(() -> { call(() -> Thread.sleep(100)); return badEitherOther++; }, pool);
        slow.applyToEither(CompletableFuture.completedFuture(1), v -> badEitherOther++).join();
        slow.join();
        Future<?> s5 = pool.submit(() -> { Thread.sleep(100); badAwaitFalse++; return 1; });
        pool.awaitTermination(1, TimeUnit.MILLISECONDS);
        badAwaitFalse++;
        s5.get();
        pool.shutdown();
        fj.shutdown();
    }
}
