// What java.util.concurrent, java.util and java.lang promise to order, method by method; no race. Not part of jvm_test.py yet:
// one hand-over of queues() or maps() is still reported. Moves to programs/ when it is clean.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

public class OkModels {
    interface Body {
        void run() throws Exception;
    }

    interface Take {
        Box get() throws Exception;
    }

    static class Box implements Delayed {
        int value;
        volatile int flag;
        volatile Box next;

        Box(int value) {
            this.value = value;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }
    }

    static int sum;

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

    static void both(Body one, Body two) throws Exception {
        Thread a = start(one), b = start(two);
        a.join();
        b.join();
    }

    /** One thread makes a box and hands it out, another gets it, now or later, and changes it. */
    static void over(Consumer<Box> out, Take in) throws Exception {
        both(() -> {
            Box box = new Box(1);
            box.value++;
            out.accept(box);
        }, () -> {
            Box box;
            while ((box = in.get()) == null) Thread.onSpinWait();
            box.value++;
        });
    }

    /** Two threads change a box, each holding what `in` takes and `out` gives back. */
    static void guarded(Body in, Body out) throws Exception {
        Box box = new Box(1);
        Body body = () -> {
            for (int i = 0; i < 5; i++) {
                in.run();
                box.value++;
                out.run();
            }
        };
        both(body, body);
    }

    static void quietly(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    // ---- subtypes of the program and of the JDK

    static class MyPool extends ThreadPoolExecutor {
        MyPool() {
            super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }
    }

    static class MyLock extends ReentrantLock {
        @Override
        public void lock() {
            super.lock();
        }
    }

    static class MyMap<K, V> extends ConcurrentHashMap<K, V> {
        V remove(int number) {
            return null;
        }
    }

    interface MyQueue<T> extends BlockingQueue<T> {
    }

    static class MyQueueOf<T> extends LinkedBlockingQueue<T> implements MyQueue<T> {
    }

    static class MyReference extends AtomicReference<Box> {
    }

    static class MyLatch extends CountDownLatch {
        MyLatch() {
            super(1);
        }
    }

    static class MyList extends ArrayList<Box> {
        @Override
        public synchronized boolean add(Box box) {
            return super.add(box);
        }

        @Override
        public synchronized Box get(int index) {
            return super.get(index);
        }

        @Override
        public synchronized int size() {
            return super.size();
        }
    }

    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static void subtypes() throws Exception {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        Box ticks = new Box(0);
        clock.scheduleAtFixedRate(() -> ticks.value++, 0, 1, TimeUnit.MILLISECONDS);
        Thread.sleep(20);
        clock.shutdown();
        clock.awaitTermination(5, TimeUnit.SECONDS);
        ticks.value++;
        for (ExecutorService pool : List.of(new MyPool(), new ForkJoinPool(2), Executors.newWorkStealingPool(2),
                                            Executors.newSingleThreadExecutor(), Executors.newCachedThreadPool())) {
            Box box = new Box(0);
            pool.execute(() -> box.value++);
            pool.shutdown();
            while (!pool.awaitTermination(5, TimeUnit.SECONDS)) Thread.onSpinWait();
            box.value++;
        }
        MyPool mine = new MyPool();
        Box executed = new Box(0);
        mine.execute(() -> executed.value++);
        mine.shutdown();
        mine.awaitTermination(5, TimeUnit.SECONDS);
        executed.value++;
        MyLock lock = new MyLock();
        guarded(lock::lock, () -> lock.unlock());
        Lock plain = lock;
        guarded(() -> plain.lock(), () -> plain.unlock());
        MyMap<String, Box> map = new MyMap<>();
        over(box -> map.put("k", box), () -> map.get("k"));
        if (map.remove(3) != null) sum++;
        MyQueue<Box> queue = new MyQueueOf<>();
        over(box -> quietly(() -> queue.put(box)), () -> queue.take());
        MyReference reference = new MyReference();
        over(box -> reference.set(box), () -> reference.get());
        MyLatch latch = new MyLatch();
        Box latched = new Box(0);
        both(() -> { latched.value++; latch.countDown(); }, () -> { latch.await(); latched.value++; });
        MyList list = new MyList();
        over(box -> list.add(box), () -> list.size() == 0 ? null : list.get(0));
        List<Box> same = new MyList();
        over(box -> same.add(box), () -> same.size() == 0 ? null : same.get(0));
        Mutex mutex = new Mutex();
        guarded(() -> mutex.acquire(1), () -> mutex.release(1));
    }

    // ---- threads

    static void threads() throws Exception {
        Box box = new Box(0);
        Thread a = start(() -> box.value++);
        a.join(10000);
        box.value++;
        Thread b = start(() -> box.value++);
        while (b.isAlive()) Thread.onSpinWait();
        box.value++;
        for (int how = 0; how < 5; how++) {
            int which = how;
            Object monitor = new Object();
            Thread sleeper = start(() -> {
                try {
                    switch (which) {
                        case 0: Thread.sleep(100000); break;
                        case 1: synchronized (monitor) { monitor.wait(); } break;
                        case 2: new CountDownLatch(1).await(); break;
                        case 3: while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait(); break;
                        default: while (!Thread.interrupted()) Thread.onSpinWait();
                    }
                } catch (InterruptedException expected) {
                }
                box.value++;
            });
            box.value++;
            sleeper.interrupt();
            sleeper.join();
        }
    }

    // ---- locks

    static void locks() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        guarded(() -> { while (!lock.tryLock()) Thread.onSpinWait(); }, lock::unlock);
        guarded(() -> { while (!lock.tryLock(1, TimeUnit.SECONDS)) Thread.onSpinWait(); }, lock::unlock);
        guarded(lock::lockInterruptibly, lock::unlock);
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
        guarded(() -> rw.writeLock().lock(), () -> rw.writeLock().unlock());
        Box box = new Box(0);
        both(() -> { rw.writeLock().lock(); box.value++; rw.readLock().lock(); rw.writeLock().unlock(); sum(box); rw.readLock().unlock(); },
             () -> { rw.readLock().lock(); sum(box); rw.readLock().unlock(); rw.writeLock().lock(); box.value++; rw.writeLock().unlock(); });
        StampedLock seal = new StampedLock();
        Box sealed = new Box(0);
        Body convert = () -> {
            for (int i = 0; i < 20; i++) {
                long stamp = seal.writeLock();
                sealed.value++;
                stamp = seal.tryConvertToReadLock(stamp);
                sum(sealed);
                long up = seal.tryConvertToWriteLock(stamp);
                if (up != 0) {
                    sealed.value++;
                    seal.tryConvertToOptimisticRead(up);
                } else {
                    seal.unlock(stamp);
                }
                stamp = seal.readLockInterruptibly();
                sum(sealed);
                if (!seal.tryUnlockRead()) sum++;
                stamp = seal.tryWriteLock(1, TimeUnit.SECONDS);
                if (stamp != 0) {
                    sealed.value++;
                    if (!seal.tryUnlockWrite()) sum++;
                }
            }
        };
        both(convert, convert);
        Lock view = seal.asWriteLock(), readView = seal.asReadWriteLock().readLock();
        both(() -> { view.lock(); sealed.value++; view.unlock(); }, () -> { readView.lock(); sum(sealed); readView.unlock(); });
        Condition full = lock.newCondition();
        for (int how = 0; how < 5; how++) {
            int which = how;
            Box given = new Box(0);
            both(() -> {
                lock.lock();
                while (given.value == 0) {
                    switch (which) {
                        case 0: full.await(); break;
                        case 1: full.await(1, TimeUnit.SECONDS); break;
                        case 2: full.awaitNanos(1000000); break;
                        case 3: full.awaitUntil(new Date(System.currentTimeMillis() + 1000)); break;
                        default: full.awaitUninterruptibly();
                    }
                }
                given.value++;
                lock.unlock();
            }, () -> { lock.lock(); given.value = 1; full.signal(); lock.unlock(); });
        }
    }

    static int sum(Box box) {
        return box.value;
    }

    // ---- atomics

    static VarHandle handle(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Box.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void atomics() throws Exception {
        Box box = new Box(0);
        AtomicInteger i = new AtomicInteger();
        List<Body> gives = List.of(() -> i.set(1), () -> i.lazySet(1), () -> i.setRelease(1), () -> i.incrementAndGet(), () -> i.getAndIncrement(),
                () -> i.addAndGet(1), () -> i.getAndAdd(1), () -> i.decrementAndGet(), () -> i.getAndDecrement(), () -> i.getAndSet(1),
                () -> i.updateAndGet(x -> x + 1), () -> i.getAndUpdate(x -> x + 1), () -> i.accumulateAndGet(1, Integer::sum),
                () -> i.getAndAccumulate(1, Integer::sum), () -> i.compareAndSet(0, 1), () -> i.compareAndExchange(0, 1),
                () -> i.compareAndExchangeRelease(0, 1), () -> { while (!i.weakCompareAndSetRelease(0, 1)) Thread.onSpinWait(); },
                () -> { while (!i.weakCompareAndSetVolatile(0, 1)) Thread.onSpinWait(); });
        for (Body give : gives) {
            i.set(0);
            both(() -> { box.value++; give.run(); }, () -> { while (i.get() == 0) Thread.onSpinWait(); box.value++; });
        }
        List<IntSupplier> takes = List.of(i::get, i::getAcquire, i::intValue, () -> (int) i.longValue(), () -> (int) i.doubleValue(),
                () -> i.getAndAdd(0), () -> i.updateAndGet(x -> x), () -> i.compareAndExchangeAcquire(5, 6), () -> Integer.parseInt(i.toString()));
        for (IntSupplier take : takes) {
            i.set(0);
            both(() -> { box.value++; i.set(1); }, () -> { while (take.getAsInt() == 0) Thread.onSpinWait(); box.value++; });
        }
        AtomicReference<Box> head = new AtomicReference<>(new Box(0));
        Body update = () -> {
            for (int n = 0; n < 50; n++)
                head.updateAndGet(old -> { Box made = new Box(0); made.value = old.value + 1; return made; });
        };
        both(update, update);
        Body accumulate = () -> {
            for (int n = 0; n < 50; n++)
                head.accumulateAndGet(new Box(1), (old, one) -> { Box made = new Box(0); made.value = old.value + one.value; return made; });
        };
        both(accumulate, accumulate);
        AtomicReferenceArray<Box> array = new AtomicReferenceArray<>(new Box[] {null, new Box(0)});
        over(made -> array.set(0, made), () -> array.get(0));
        Body element = () -> {
            for (int n = 0; n < 50; n++)
                array.updateAndGet(1, old -> { Box made = new Box(0); made.value = old.value + 1; return made; });
        };
        both(element, element);
        AtomicMarkableReference<Box> marked = new AtomicMarkableReference<>(null, false);
        over(made -> marked.set(made, true), () -> marked.get(new boolean[1]));
        AtomicStampedReference<Box> stamped = new AtomicStampedReference<>(null, 0);
        over(made -> stamped.compareAndSet(null, made, 0, 1), () -> stamped.getStamp() == 1 ? stamped.getReference() : null);
        AtomicReferenceFieldUpdater<Box, Box> next = AtomicReferenceFieldUpdater.newUpdater(Box.class, Box.class, "next");
        over(made -> next.set(box, made), () -> next.get(box));
        Body updater = () -> {
            for (int n = 0; n < 50; n++)
                next.updateAndGet(box, old -> { Box made = new Box(0); made.value = old.value + 1; return made; });
        };
        both(updater, updater);
        VarHandle flag = handle("flag", int.class);
        List<Body> sets = List.of(() -> flag.setRelease(box, 1), () -> flag.setVolatile(box, 1), () -> flag.getAndAddRelease(box, 1),
                () -> flag.compareAndExchangeRelease(box, 0, 1), () -> flag.getAndBitwiseOrRelease(box, 1), () -> { while (!flag.weakCompareAndSet(box, 0, 1)) Thread.onSpinWait(); });
        for (Body set : sets) {
            box.flag = 0;
            both(() -> { box.value++; set.run(); }, () -> { while (box.flag == 0) Thread.onSpinWait(); box.value++; });
        }
        List<IntSupplier> gets = List.of(() -> (int) flag.getAcquire(box), () -> (int) flag.getVolatile(box), () -> (int) flag.getAndAddAcquire(box, 0),
                () -> (int) flag.compareAndExchangeAcquire(box, 7, 8));
        for (IntSupplier get : gets) {
            box.flag = 0;
            both(() -> { box.value++; box.flag = 1; }, () -> { while (get.getAsInt() == 0) Thread.onSpinWait(); box.value++; });
        }
    }

    // ---- tasks

    static void executors() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Box box = new Box(0);
        List<Callable<Box>> calls = List.of(() -> { Box made = new Box(0); made.value++; return made; }, () -> { Box made = new Box(0); made.value++; return made; });
        pool.invokeAny(calls).value++;
        pool.invokeAny(calls, 5, TimeUnit.SECONDS).value++;
        for (Future<Box> future : pool.invokeAll(calls, 5, TimeUnit.SECONDS)) future.get().value++;
        Future<?> done = pool.submit(() -> { box.value++; });
        while (!done.isDone()) Thread.onSpinWait();
        box.value++;
        pool.submit(() -> { box.value++; }, box).get(5, TimeUnit.SECONDS).value++;
        CompletionService<Box> service = new ExecutorCompletionService<>(pool);
        service.submit(calls.get(0));
        service.submit(calls.get(1));
        service.submit(() -> box.value++, box);
        service.take().get().value++;
        service.poll(5, TimeUnit.SECONDS).get().value++;
        service.take().get().value++;
        FutureTask<Box> task = new FutureTask<>(calls.get(0));
        new Thread(task).start();
        task.get().value++;
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(3);
        clock.schedule(calls.get(0), 1, TimeUnit.MILLISECONDS).get().value++;
        Box ticks = new Box(0);
        CountDownLatch ran = new CountDownLatch(20);
        clock.scheduleWithFixedDelay(() -> { ticks.value++; ran.countDown(); }, 0, 100, TimeUnit.MICROSECONDS);
        ran.await();
        clock.shutdownNow();
        while (!clock.isTerminated()) Thread.onSpinWait();
        ticks.value++;
        pool.shutdown();
        Timer timer = new Timer(true);
        CountDownLatch rang = new CountDownLatch(3);
        timer.scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                box.value++;
                rang.countDown();
            }
        }, 0, 1);
        rang.await();
        timer.cancel();
    }

    static class Touch extends RecursiveAction {
        final Box box;

        Touch(Box box) {
            this.box = box;
        }

        @Override
        protected void compute() {
            box.value++;
        }
    }

    static class Completer extends CountedCompleter<Void> {
        final Box[] boxes;
        final int from, to;

        Completer(CountedCompleter<?> parent, Box[] boxes, int from, int to) {
            super(parent);
            this.boxes = boxes;
            this.from = from;
            this.to = to;
        }

        @Override
        public void compute() {
            if (to - from > 1) {
                int middle = (from + to) / 2;
                setPendingCount(2);
                new Completer(this, boxes, from, middle).fork();
                new Completer(this, boxes, middle, to).fork();
            } else {
                boxes[from].value++;
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            for (int i = from; i < to; i++) boxes[i].value++;
        }
    }

    static void forks() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        Box box = new Box(0);
        pool.invoke(new Touch(box));
        box.value++;
        pool.submit(new Touch(box)).get();
        box.value++;
        pool.submit(() -> { box.value++; }).join();
        box.value++;
        ForkJoinTask<?> task = pool.submit(new Touch(box));
        task.quietlyJoin();
        box.value++;
        pool.submit(() -> {
            Touch a = new Touch(new Box(0)), b = new Touch(new Box(0)), c = new Touch(new Box(0));
            ForkJoinTask.invokeAll(a, b, c);
            a.box.value += b.box.value++ + c.box.value++;
            ForkJoinTask.invokeAll(List.of(new Touch(a.box), new Touch(b.box)));
            a.box.value += b.box.value++;
            ForkJoinTask.invokeAll(new Touch(a.box), new Touch(b.box));
            a.box.value += b.box.value++;
            Touch forked = new Touch(c.box);
            forked.fork();
            forked.quietlyJoin();
            c.box.value++;
        }).get();
        ForkJoinTask<Box> adapted = ForkJoinTask.adapt(() -> { Box made = new Box(0); made.value++; return made; });
        pool.execute(adapted);
        while (!adapted.isDone()) Thread.onSpinWait();
        adapted.join().value++;
        Box[] boxes = new Box[16];
        Arrays.setAll(boxes, i -> new Box(0));
        pool.invoke(new Completer(null, boxes, 0, boxes.length));
        for (Box one : boxes) one.value++;
        pool.shutdown();
    }

    static void streams() {
        Box[] boxes = new Box[100];
        Arrays.setAll(boxes, i -> new Box(i));
        List<Box> list = Arrays.asList(boxes);
        list.parallelStream().forEach(b -> b.value++);
        touch(boxes);
        list.parallelStream().forEachOrdered(b -> b.value++);
        touch(boxes);
        for (Box b : list.parallelStream().map(b -> { Box made = new Box(0); made.value = b.value; return made; }).collect(Collectors.toList())) b.value++;
        for (Object b : list.parallelStream().map(b -> { Box made = new Box(0); made.value++; return made; }).toArray()) ((Box) b).value++;
        list.parallelStream().reduce(new Box(0), (a, b) -> { Box made = new Box(0); made.value = a.value + b.value; return made; }).value++;
        list.parallelStream().map(b -> { Box made = new Box(0); made.value = b.value; return made; }).sorted((a, b) -> a.value - b.value).forEach(b -> b.value++);
        list.parallelStream().map(b -> { Box made = new Box(0); made.value++; return made; }).filter(b -> b.value > 0).findFirst().get().value++;
        list.parallelStream().map(b -> { Box made = new Box(0); made.value++; return made; }).filter(b -> b.value > 0).findAny().get().value++;
        if (list.parallelStream().anyMatch(b -> ++b.value < 0)) sum++;
        touch(boxes);
        if (list.parallelStream().peek(b -> b.value++).map(b -> b.value).distinct().limit(50).skip(2).count() < 0) sum++;
        touch(boxes);
        list.parallelStream().map(b -> { Box made = new Box(0); made.value++; return made; }).limit(20).collect(Collectors.toSet()).forEach(b -> b.value++);
        for (List<Box> group : list.parallelStream().map(b -> { Box made = new Box(0); made.value = b.value; return made; }).collect(Collectors.groupingBy(b -> b.value % 3)).values())
            for (Box b : group) b.value++;
        Arrays.parallelSort(boxes, (a, b) -> b.value - a.value);
        touch(boxes);
        int[] numbers = new int[10000];
        Arrays.parallelSetAll(numbers, i -> i);
        Arrays.parallelPrefix(numbers, Integer::sum);
        Arrays.parallelSort(numbers);
        sum += numbers[5];
    }

    static void touch(Box[] boxes) {
        for (Box box : boxes) box.value++;
    }

    // ---- CompletableFuture

    static Box made() {
        Box box = new Box(0);
        box.value++;
        return box;
    }

    static void stages() throws Exception {
        Executor own = Executors.newFixedThreadPool(2, r -> { Thread t = new Thread(r); t.setDaemon(true); return t; });
        for (int round = 0; round < 5; round++) {
            for (Executor on : List.of(ForkJoinPool.commonPool(), own)) {
                CompletableFuture<Box> a = CompletableFuture.supplyAsync(OkModels::made, on);
                a.thenApplyAsync(b -> { b.value++; return b; }, on).thenApply(b -> { b.value++; return b; }).join().value++;
                a.thenComposeAsync(b -> { b.value++; return CompletableFuture.supplyAsync(() -> { b.value++; return b; }); }, on).get().value++;
                CompletableFuture<Box> b = CompletableFuture.supplyAsync(OkModels::made);
                a.thenCombine(b, (x, y) -> { x.value += y.value++; return x; }).join().value++;
                a.thenAcceptBothAsync(b, (x, y) -> x.value += y.value++, on).join();
                a.join().value++;
                b.join().value++;
                CompletableFuture<Box> c = CompletableFuture.supplyAsync(OkModels::made, on), d = CompletableFuture.supplyAsync(OkModels::made, on);
                CompletableFuture.allOf(c, d).join();
                c.getNow(null).value += d.getNow(null).value++;
                ((Box) CompletableFuture.anyOf(CompletableFuture.supplyAsync(OkModels::made), CompletableFuture.supplyAsync(OkModels::made)).join()).value++;
                CompletableFuture.supplyAsync(OkModels::made).applyToEitherAsync(new CompletableFuture<Box>(), x -> { x.value++; return x; }, on).join().value++;
                Box run = new Box(0);
                CompletableFuture.runAsync(() -> run.value++).runAfterBothAsync(CompletableFuture.supplyAsync(OkModels::made), () -> run.value++).join();
                run.value++;
                CompletableFuture.runAsync(() -> run.value++).thenRun(() -> run.value++).thenAcceptAsync(x -> run.value++).join();
                run.value++;
                CompletableFuture.supplyAsync(OkModels::made).handleAsync((x, e) -> { x.value++; return x; }).whenComplete((x, e) -> x.value++).join().value++;
                CompletableFuture.supplyAsync(() -> { run.value++; if (run.value > 0) throw new IllegalStateException(); return run; })
                        .exceptionally(e -> { run.value++; return run; }).join().value++;
                new CompletableFuture<Box>().completeAsync(OkModels::made, on).join().value++;
                new CompletableFuture<Box>().completeOnTimeout(run, 1, TimeUnit.MILLISECONDS).join().value++;
                CompletableFuture.supplyAsync(OkModels::made).orTimeout(9, TimeUnit.SECONDS).copy().join().value++;
                CompletableFuture.supplyAsync(OkModels::made).minimalCompletionStage().thenApply(x -> { x.value++; return x; }).toCompletableFuture().join().value++;
                CompletableFuture<Box> promise = new CompletableFuture<>();
                over(promise::complete, () -> promise.isDone() ? promise.getNow(null) : null);
                CompletableFuture<Box> second = new CompletableFuture<>();
                CompletableFuture<Box> then = second.thenApply(x -> { x.value++; return x; });
                over(second::complete, () -> then.get(5, TimeUnit.SECONDS));
                Box failed = new Box(0);
                CompletableFuture<Box> failing = new CompletableFuture<>();
                both(() -> { failed.value++; failing.completeExceptionally(new IllegalStateException()); }, () -> {
                    try {
                        failing.get();
                    } catch (ExecutionException expected) {
                        failed.value++;
                    }
                });
            }
        }
    }

    // ---- queues

    static void queues() throws Exception {
        for (Supplier<BlockingQueue<Box>> make : List.<Supplier<BlockingQueue<Box>>>of(() -> new ArrayBlockingQueue<>(3), LinkedBlockingQueue::new,
                LinkedBlockingDeque::new, PriorityBlockingQueue::new, LinkedTransferQueue::new, SynchronousQueue::new)) {
            BlockingQueue<Box> q = make.get();
            over(b -> quietly(() -> q.put(b)), q::take);
            over(b -> quietly(() -> { while (!q.offer(b, 1, TimeUnit.SECONDS)) Thread.onSpinWait(); }), () -> q.poll(1, TimeUnit.SECONDS));
            over(b -> { while (!q.offer(b)) Thread.onSpinWait(); }, () -> q.poll(1, TimeUnit.MILLISECONDS));
            if (q instanceof SynchronousQueue) continue;
            over(q::add, q::poll);
            over(q::add, q::peek);
            q.clear();
            over(q::add, () -> { List<Box> all = new ArrayList<>(); return q.drainTo(all) == 0 ? null : all.get(0); });
            over(q::add, () -> { List<Box> all = new ArrayList<>(); return q.drainTo(all, 1) == 0 ? null : all.get(0); });
            over(b -> q.addAll(List.of(b)), () -> { Iterator<Box> all = q.iterator(); return all.hasNext() ? all.next() : null; });
            q.clear();
            over(q::add, () -> q.stream().findFirst().orElse(null));
            q.clear();
            over(q::add, () -> { Object[] all = q.toArray(); return all.length == 0 ? null : (Box) all[0]; });
            q.clear();
            over(q::add, () -> { Box[] got = new Box[1]; q.forEach(b -> got[0] = b); return got[0]; });
            q.clear();
            over(q::add, () -> { Box[] got = new Box[1]; q.removeIf(b -> { b.value++; got[0] = b; return true; }); return got[0]; });
            over(q::add, () -> q.isEmpty() ? null : q.remove());
        }
        LinkedTransferQueue<Box> transfer = new LinkedTransferQueue<>();
        over(b -> quietly(() -> transfer.transfer(b)), transfer::take);
        over(b -> quietly(() -> { while (!transfer.tryTransfer(b, 1, TimeUnit.SECONDS)) Thread.onSpinWait(); }), transfer::poll);
        over(b -> { while (!transfer.tryTransfer(b)) Thread.onSpinWait(); }, () -> transfer.poll(1, TimeUnit.MILLISECONDS));
        DelayQueue<Box> delayed = new DelayQueue<>();
        over(delayed::put, delayed::take);
        over(delayed::add, () -> delayed.poll(1, TimeUnit.SECONDS));
        over(delayed::offer, delayed::poll);
        over(delayed::offer, delayed::peek);
        LinkedBlockingDeque<Box> d = new LinkedBlockingDeque<>();
        over(b -> quietly(() -> d.putFirst(b)), d::takeLast);
        over(b -> quietly(() -> d.putLast(b)), d::takeFirst);
        over(b -> quietly(() -> d.offerLast(b, 1, TimeUnit.SECONDS)), () -> d.pollFirst(1, TimeUnit.SECONDS));
        over(d::addFirst, () -> d.pollLast(1, TimeUnit.SECONDS));
        over(d::push, () -> d.isEmpty() ? null : d.pop());
        over(d::offerFirst, () -> d.isEmpty() ? null : d.removeLast());
        over(d::offerFirst, () -> d.isEmpty() ? null : d.getFirst());
        over(d::offerFirst, d::peekLast);
        over(d::addLast, () -> { Iterator<Box> all = d.descendingIterator(); return all.hasNext() ? all.next() : null; });
        Queue<Box> linked = new ConcurrentLinkedQueue<>();
        over(linked::add, linked::poll);
        over(linked::offer, linked::peek);
        ConcurrentLinkedDeque<Box> deque = new ConcurrentLinkedDeque<>();
        over(deque::addLast, deque::pollFirst);
        over(deque::push, deque::peekFirst);
        // An iterator that is older than what it shows.
        ConcurrentLinkedQueue<Box> growing = new ConcurrentLinkedQueue<>();
        growing.add(new Box(0));
        growing.add(new Box(0));
        Iterator<Box> old = growing.iterator();
        Thread adder = start(() -> { Box b = made(); growing.add(b); });
        while (growing.size() < 3) Thread.onSpinWait();
        while (old.hasNext()) old.next().value++;
        adder.join();
    }

    // ---- maps and other collections

    static void maps() throws Exception {
        for (Supplier<ConcurrentMap<String, Box>> make : List.<Supplier<ConcurrentMap<String, Box>>>of(ConcurrentHashMap::new, ConcurrentSkipListMap::new)) {
            ConcurrentMap<String, Box> m = make.get();
            over(b -> m.put("a", b), () -> m.get("a"));
            over(b -> m.put("b", b), () -> m.getOrDefault("b", null));
            over(b -> m.putIfAbsent("c", b), () -> m.remove("c"));
            over(b -> m.putIfAbsent("d", b), () -> m.putIfAbsent("d", new Box(0)));
            over(b -> m.computeIfAbsent("e", k -> { b.value++; return b; }), () -> m.get("e"));
            over(b -> m.merge("f", b, (x, y) -> y), () -> m.computeIfPresent("f", (k, x) -> { x.value++; return x; }));
            over(b -> m.compute("g", (k, x) -> { b.value++; return b; }), () -> m.replace("g", new Box(0)));
            over(b -> m.putAll(Map.of("h", b)), () -> m.get("h"));
            Body once = () -> m.computeIfAbsent("n", k -> made()).flag++;
            both(once, once);
            ConcurrentMap<String, Box> n = make.get();
            over(b -> n.put("k", b), () -> { for (Box b : n.values()) return b; return null; });
            ConcurrentMap<Box, Box> keys = new ConcurrentHashMap<>();
            over(b -> keys.put(b, b), () -> { for (Box b : keys.keySet()) return b; return null; });
            ConcurrentMap<String, Box> o = make.get();
            Collection<Box> values = o.values();
            Set<Map.Entry<String, Box>> entries = o.entrySet();
            over(b -> o.put("k", b), () -> { for (Box b : values) return b; return null; });
            over(b -> o.put("l", b), () -> { for (Map.Entry<String, Box> e : entries) if (e.getKey().equals("l")) return e.getValue(); return null; });
            ConcurrentMap<String, Box> p = make.get();
            over(b -> p.put("k", b), () -> { Box[] got = new Box[1]; p.forEach((k, b) -> { b.value++; got[0] = b; }); return got[0]; });
            ConcurrentMap<String, Box> s = make.get();
            over(b -> s.put("k", b), () -> s.values().stream().findFirst().orElse(null));
            ConcurrentMap<String, Box> r = make.get();
            over(b -> r.put("k", b), () -> { Box[] got = new Box[1]; r.replaceAll((k, b) -> { got[0] = b; return b; }); return got[0]; });
        }
        // Functions of one key run one after the other.
        ConcurrentHashMap<String, Box> counts = new ConcurrentHashMap<>();
        Body compute = () -> { for (int i = 0; i < 50; i++) counts.compute("k", (k, b) -> { if (b == null) b = new Box(0); b.value++; return b; }); };
        both(compute, compute);
        counts.get("k").value++;
        Body merge = () -> { for (int i = 0; i < 50; i++) counts.merge("m", made(), (b, c) -> { b.value += c.value; return b; }); };
        both(merge, merge);
        over(b -> counts.put("s", b), () -> counts.search(1, (k, b) -> k.equals("s") ? b : null));
        over(b -> counts.put("t", b), () -> counts.reduceValues(1000, (x, y) -> y) == null ? null : counts.get("t"));
        ConcurrentSkipListMap<Integer, Box> sorted = new ConcurrentSkipListMap<>();
        over(b -> sorted.put(1, b), () -> { Map.Entry<Integer, Box> e = sorted.firstEntry(); return e == null ? null : e.getValue(); });
        over(b -> sorted.put(2, b), () -> { Map.Entry<Integer, Box> e = sorted.ceilingEntry(2); return e == null ? null : e.getValue(); });
        over(b -> sorted.put(3, b), () -> sorted.tailMap(3).get(3));
        over(b -> sorted.descendingMap().put(4, b), () -> sorted.get(4));
        sorted.clear();
        over(b -> sorted.put(5, b), () -> { Map.Entry<Integer, Box> e = sorted.pollFirstEntry(); return e == null ? null : e.getValue(); });
        Set<Box> set = ConcurrentHashMap.newKeySet();
        over(set::add, () -> { for (Box b : set) return b; return null; });
        ConcurrentSkipListSet<Box> skip = new ConcurrentSkipListSet<>();
        over(skip::add, () -> skip.isEmpty() ? null : skip.first());
        over(skip::add, skip::pollFirst);
        CopyOnWriteArrayList<Box> copy = new CopyOnWriteArrayList<>();
        over(copy::addIfAbsent, () -> copy.isEmpty() ? null : copy.get(0));
        copy.clear();
        over(b -> copy.addAll(List.of(b)), () -> { for (Box b : copy) return b; return null; });
        over(b -> copy.set(0, b), () -> copy.remove(0));
        copy.clear();
        over(b -> copy.add(0, b), () -> copy.stream().findFirst().orElse(null));
        CopyOnWriteArraySet<Box> copySet = new CopyOnWriteArraySet<>();
        over(copySet::add, () -> { for (Box b : copySet) return b; return null; });
        // Synchronized ones lock themselves, and their users may do so, too.
        List<Box> locked = Collections.synchronizedList(new ArrayList<>());
        over(locked::add, () -> locked.isEmpty() ? null : locked.get(0));
        Map<String, Box> lockedMap = Collections.synchronizedMap(new HashMap<>());
        over(b -> lockedMap.put("k", b), () -> lockedMap.get("k"));
        Box beside = new Box(0);
        both(() -> { synchronized (locked) { beside.value++; beside.flag = 1; } locked.size(); },
             () -> { while (beside.flag == 0) Thread.onSpinWait(); locked.size(); beside.value++; });
        Vector<Box> vector = new Vector<>();
        over(vector::addElement, () -> vector.isEmpty() ? null : vector.elementAt(0));
        over(vector::add, () -> vector.size() < 2 ? null : vector.get(1));
        Hashtable<String, Box> table = new Hashtable<>();
        over(b -> table.put("k", b), () -> table.get("k"));
        StringBuffer text = new StringBuffer();
        Box told = new Box(0);
        both(() -> { told.value++; text.append("x"); }, () -> { while (text.length() == 0) Thread.onSpinWait(); told.value++; });
    }

    // ---- latches and the like

    static void others() throws Exception {
        Semaphore s = new Semaphore(1);
        guarded(s::acquire, s::release);
        guarded(() -> { while (!s.tryAcquire()) Thread.onSpinWait(); }, s::release);
        guarded(() -> { while (s.drainPermits() == 0) Thread.onSpinWait(); }, s::release);
        Semaphore three = new Semaphore(3);
        guarded(() -> three.acquire(3), () -> three.release(3));
        guarded(() -> { while (!three.tryAcquire(3, 1, TimeUnit.SECONDS)) Thread.onSpinWait(); }, () -> three.release(3));
        Phaser phaser = new Phaser(2) {
            Box seen = new Box(0);

            @Override
            protected boolean onAdvance(int phase, int parties) {
                sum += seen.value++;
                return false;
            }
        };
        Box box = new Box(0);
        both(() -> { box.value++; phaser.arrive(); phaser.arrive(); phaser.arriveAndDeregister(); },
             () -> { int phase = phaser.arrive(); phaser.awaitAdvance(phase); box.value++; phaser.awaitAdvanceInterruptibly(phaser.arrive()); phaser.arriveAndDeregister(); });
        Phaser root = new Phaser(), left = new Phaser(root, 1), right = new Phaser(root, 1);
        both(() -> { box.value++; left.arrive(); }, () -> { right.arriveAndAwaitAdvance(); box.value++; });
        SubmissionPublisher<Box> publisher = new SubmissionPublisher<>();
        CountDownLatch complete = new CountDownLatch(1);
        publisher.subscribe(new Flow.Subscriber<>() {
            Flow.Subscription subscription;
            int seen;

            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                this.subscription = subscription;
                subscription.request(1);
            }

            @Override
            public void onNext(Box item) {
                item.value++;
                seen++;
                subscription.request(1);
            }

            @Override
            public void onError(Throwable e) {
            }

            @Override
            public void onComplete() {
                seen++;
                complete.countDown();
            }
        });
        for (int i = 0; i < 20; i++) {
            publisher.submit(made());
            if (i % 5 == 0) Thread.sleep(1);
        }
        publisher.close();
        complete.await();
        Exchanger<Box> desk = new Exchanger<>();
        Body swap = () -> desk.exchange(made(), 5, TimeUnit.SECONDS).value++;
        both(swap, swap);
        int[] laps = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(2, () -> laps[0]++);
        Body lap = () -> {
            for (int i = 0; i < 5; i++) {
                barrier.await();
                if (laps[0] != i + 1) throw new IllegalStateException();
                barrier.await(5, TimeUnit.SECONDS);
                laps[0] += 0 * i;
                barrier.await();
            }
        };
        sum += laps[0];
    }

    public static void main(String[] args) throws Exception {
        Map<String, Body> parts = new LinkedHashMap<>();
        parts.put("subtypes", OkModels::subtypes);
        parts.put("threads", OkModels::threads);
        parts.put("locks", OkModels::locks);
        parts.put("atomics", OkModels::atomics);
        parts.put("executors", OkModels::executors);
        parts.put("forks", OkModels::forks);
        parts.put("streams", OkModels::streams);
        parts.put("stages", OkModels::stages);
        parts.put("queues", OkModels::queues);
        parts.put("maps", OkModels::maps);
        parts.put("others", OkModels::others);
        for (String name : parts.keySet()) {
            if (args.length > 0 && !List.of(args).contains(name)) continue;
            parts.get(name).run();
            System.out.println(name);
        }
    }
}
