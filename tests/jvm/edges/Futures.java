// CompletableFuture and its stages in every variant; executors; timers.
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.*;

public class Futures extends Edges {
    static int okApply, okAsync, okCombine, okEither, okHandle, okWhen, okCompose, okAll, okAny, okCancel, okComplete;
    static int okExceptionally, okOrTimeout, okCompleteOnTimeout, okThenCombineAsync, okRunAfterBoth, okAcceptEither;
    static int okToCompletableFuture, okDelayed, okGetNow, okTimer, okScheduled, okInvokeAny, okFailedGet;
    static int okExecutorCompletion, okFromRunnable, okAsyncDone;
    static int badOther, badEither, badSubmit, badCancel;

    static int okLateHandle, okLateExceptionally, okLateBoth;

    /** Becomes done between the call of a stage's method and the JDK's look at the result. */
    static class Late extends CompletableFuture<Integer> {
        final Runnable completer;
        Late(Runnable completer) { this.completer = completer; }
        @Override public <U> CompletableFuture<U> newIncompleteFuture() {
            new Thread(() -> {
                completer.run();
                completeExceptionally(new IllegalStateException());
            }).start();
            while (!toString().contains("[Completed")) Thread.onSpinWait();
            return new CompletableFuture<>();
        }
    }

    public static void main(String[] args) throws Exception {
        new Late(() -> okLateHandle = 1).handle((value, failure) -> okLateHandle++).join();
        new Late(() -> okLateExceptionally = 1).exceptionally(failure -> okLateExceptionally++).join();
        new Late(() -> okLateBoth = 1).whenComplete((value, failure) -> okLateBoth++).handle((value, failure) -> 0).join();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CompletableFuture.supplyAsync(() -> okApply = 1, pool).thenApply(x -> okApply += x).join();
        okApply++;
        CompletableFuture.supplyAsync(() -> okAsync = 1, pool).thenApplyAsync(x -> okAsync += x, pool).thenRunAsync(() -> okAsync++).get();
        okAsync++;
        CompletableFuture.runAsync(() -> okCombine = 1, pool)
                .thenCombine(CompletableFuture.runAsync(() -> okThenCombineAsync = 1, pool), (x, y) -> okCombine + okThenCombineAsync).join();
        CompletableFuture.runAsync(() -> okThenCombineAsync++, pool)
                .thenAcceptBothAsync(CompletableFuture.runAsync(() -> okCombine++, pool), (x, y) -> { okCombine++; okThenCombineAsync++; }, pool).join();
        CompletableFuture.runAsync(() -> okRunAfterBoth++, pool)
                .runAfterBothAsync(CompletableFuture.completedFuture(1), () -> okRunAfterBoth++).join();
        okRunAfterBoth++;
        CompletableFuture<Integer> never = new CompletableFuture<>();
        CompletableFuture.supplyAsync(() -> okEither = 1, pool).applyToEither(never, x -> okEither += x).join();
        okEither++;
        CompletableFuture.supplyAsync(() -> okAcceptEither = 1, pool).acceptEitherAsync(never, x -> okAcceptEither += x, pool).join();
        okAcceptEither++;
        CompletableFuture.supplyAsync(() -> okHandle = 1, pool).handleAsync((x, e) -> okHandle += x, pool).join();
        okHandle++;
        CompletableFuture.supplyAsync(() -> okWhen = 1, pool).whenComplete((x, e) -> okWhen += x).join();
        okWhen++;
        CompletableFuture.supplyAsync(() -> okCompose = 1, pool)
                .thenCompose(x -> CompletableFuture.supplyAsync(() -> okCompose += x, pool)).thenAccept(x -> okCompose++).join();
        okCompose++;
        CompletableFuture.allOf(CompletableFuture.runAsync(() -> okAll = 1, pool), CompletableFuture.runAsync(() -> { }, pool)).join();
        okAll++;
        CompletableFuture.anyOf(CompletableFuture.runAsync(() -> okAny = 1, pool), never).join();
        okAny++;
        CompletableFuture<Integer> cancelled = new CompletableFuture<>();
        Thread canceller = start(() -> { okCancel = 1; cancelled.cancel(true); });
        try {
            cancelled.join();
        } catch (CancellationException e) {
            okCancel++;
        }
        canceller.join();
        CompletableFuture<Integer> completed = new CompletableFuture<>();
        Thread completer = start(() -> { okComplete = 1; completed.complete(1); });
        completed.get(5, TimeUnit.SECONDS);
        okComplete++;
        completer.join();
        CompletableFuture.runAsync(() -> { okExceptionally = 1; throw new IllegalStateException(); }, pool)
                .exceptionally(e -> { okExceptionally++; return null; }).join();
        okExceptionally++;
        CompletableFuture<Integer> late = new CompletableFuture<>();
        Thread waker = start(() -> { while (!late.isDone()) Thread.onSpinWait(); okCompleteOnTimeout++; });
        okCompleteOnTimeout = 1;
        late.completeOnTimeout(3, 10, TimeUnit.MILLISECONDS).join();
        waker.join();
        okOrTimeout = 1;
        new CompletableFuture<Integer>().orTimeout(5, TimeUnit.MILLISECONDS).handle((x, e) -> okOrTimeout++).join();
        okOrTimeout++;
        okDelayed = 1;
        CompletableFuture.runAsync(() -> okDelayed++, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS, pool)).join();
        okDelayed++;
        CompletableFuture<Integer> polled = CompletableFuture.supplyAsync(() -> okGetNow = 1, pool);
        while (polled.getNow(0) == 0) Thread.onSpinWait();
        okGetNow++;
        CompletionStage<Integer> stage = CompletableFuture.supplyAsync(() -> okToCompletableFuture = 1, pool).minimalCompletionStage();
        stage.toCompletableFuture().join();
        okToCompletableFuture++;
        CompletableFuture<Integer> done = CompletableFuture.completedFuture(1);
        okAsyncDone = 1;
        done.thenRunAsync(() -> okAsyncDone++, pool).join();
        okAsyncDone++;

        Future<?> failing = pool.submit(() -> { okFailedGet = 1; throw new IllegalStateException(); });
        try {
            failing.get();
        } catch (ExecutionException e) {
            okFailedGet++;
        }
        pool.invokeAny(java.util.List.of(() -> okInvokeAny = 1));
        okInvokeAny++;
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> okExecutorCompletion = 1);
        service.take();
        okExecutorCompletion++;
        FutureTask<Integer> task = new FutureTask<>(() -> okFromRunnable = 1);
        Thread runner = new Thread(task);
        runner.start();
        task.get();
        okFromRunnable++;
        runner.join();
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        okScheduled = 1;
        CountDownLatch ticks = new CountDownLatch(3);
        clock.scheduleAtFixedRate(() -> { okScheduled++; ticks.countDown(); }, 1, 2, TimeUnit.MILLISECONDS);
        ticks.await();
        clock.shutdown();
        clock.awaitTermination(5, TimeUnit.SECONDS);
        okScheduled++;
        Timer timer = new Timer();
        okTimer = 1;
        CountDownLatch rang = new CountDownLatch(1);
        timer.schedule(new TimerTask() { public void run() { okTimer++; } }, 1);
        timer.schedule(new TimerTask() { public void run() { okTimer++; rang.countDown(); } }, 5);
        rang.await();
        okTimer++;
        timer.cancel();

        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> { badOther = 1; call(Edges::pause); }, pool);
        CompletableFuture.runAsync(() -> { }, pool).thenRun(() -> { }).join();
        badOther++;
        one.join();
        CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> { call(Edges::pause); badEither++; }, pool);
        slow.runAfterEither(CompletableFuture.completedFuture(1), () -> { }).join();
        badEither++;
        slow.join();
        Future<?> submitted = pool.submit(() -> badSubmit++);
        badSubmit++;
        submitted.get();
        Future<?> running = pool.submit(() -> { call(Edges::pause); badCancel++; });
        Thread.sleep(5);
        running.cancel(false);
        badCancel++;
        pool.shutdown();
        pool.awaitTermination(5, TimeUnit.SECONDS);
    }
}
