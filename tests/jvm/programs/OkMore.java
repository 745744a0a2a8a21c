// Programs without races that only what java.util.concurrent promises orders; twins of those in BadMore.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

public class OkMore {
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

    static void both(Body one, Body two) throws Exception {
        Thread a = start(one), b = start(two);
        a.join();
        b.join();
    }

    static class Box {
        int value;
        volatile int ready;
        volatile Box next;
    }

    static final VarHandle READY;
    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(Box.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int sum;

    static void condition() throws Exception {
        Box box = new Box();
        Lock lock = new ReentrantLock();
        Condition full = lock.newCondition();
        boolean[] set = new boolean[1];
        both(() -> { lock.lock(); box.value = 7; set[0] = true; full.signalAll(); lock.unlock(); },
             () -> { lock.lock(); while (!set[0]) full.await(); sum += box.value; lock.unlock(); });
    }

    static void phaser() throws Exception {
        Box box = new Box();
        Phaser phaser = new Phaser(2);
        both(() -> { box.value = 1; phaser.arriveAndAwaitAdvance(); },
             () -> { phaser.arriveAndAwaitAdvance(); sum += box.value; });
    }

    static void exchanger() throws Exception {
        Exchanger<Box> desk = new Exchanger<>();
        Body body = () -> {
            Box mine = new Box();
            mine.value = 3;
            Box other = desk.exchange(mine);
            other.value++;
        };
        both(body, body);
    }

    static void park() throws Exception {
        Box box = new Box();
        Thread sleeper = start(() -> {
            while (box.ready == 0) LockSupport.park();
            sum += box.value;
        });
        box.value = 5;
        box.ready = 1;
        LockSupport.unpark(sleeper);
        sleeper.join();
    }

    static void swaps() throws Exception {
        Box box = new Box();
        AtomicReference<Box> cell = new AtomicReference<>();
        both(() -> { box.value = 2; cell.compareAndSet(null, box); },
             () -> { Box got; while ((got = cell.get()) == null) Thread.onSpinWait(); sum += got.value; });
        // A lock made of a compare-and-swap.
        AtomicInteger taken = new AtomicInteger();
        Body count = () -> {
            while (!taken.compareAndSet(0, 1)) Thread.onSpinWait();
            box.value++;
            taken.set(0);
        };
        both(count, count);
        // The head of a list that grows by compare-and-swap.
        var next = AtomicReferenceFieldUpdater.newUpdater(Box.class, Box.class, "next");
        Body push = () -> {
            Box mine = new Box();
            mine.value = 1;
            Box head;
            do {
                head = next.get(box);
            } while (!next.compareAndSet(box, head, mine));
            if (head != null) sumOf(head);
        };
        both(push, push);
    }

    static int sumOf(Box box) {
        return box.value;
    }

    static void handles() throws Exception {
        Box box = new Box();
        both(() -> { box.value = 4; READY.setRelease(box, 1); },
             () -> { while ((int) READY.getAcquire(box) == 0) Thread.onSpinWait(); sum += box.value; });
        Body count = () -> {
            while (!READY.compareAndSet(box, 1, 2)) Thread.onSpinWait();
            box.value++;
            READY.setVolatile(box, 1);
        };
        both(count, count);
    }

    static void futures() throws Exception {
        Box box = new Box();
        CompletableFuture<Box> made = CompletableFuture.supplyAsync(() -> { box.value = 1; return box; });
        CompletableFuture<Integer> used = made.thenApplyAsync(got -> ++got.value).thenCombineAsync(
                CompletableFuture.supplyAsync(() -> 1), Integer::sum);
        sum += used.get();
        CompletableFuture<Box> promised = new CompletableFuture<>();
        both(() -> { Box mine = new Box(); mine.value = 9; promised.complete(mine); }, () -> { sum += promised.get().value; });
        sum += box.value;
    }

    static class Add extends RecursiveTask<Integer> {
        final int[] numbers;
        final int from, to;

        Add(int[] numbers, int from, int to) {
            this.numbers = numbers;
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from < 10) {
                int result = 0;
                for (int i = from; i < to; i++) result += numbers[i]++;
                return result;
            }
            int middle = (from + to) / 2;
            Add left = new Add(numbers, from, middle), right = new Add(numbers, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    static void forks() {
        int[] numbers = new int[500];
        Arrays.setAll(numbers, i -> i);
        sum += new ForkJoinPool(3).invoke(new Add(numbers, 0, numbers.length));
        for (int number : numbers) sum += number;
    }

    static void timer() throws Exception {
        Box box = new Box();
        box.value = 1;
        Timer clock = new Timer();
        CountDownLatch rang = new CountDownLatch(1);
        clock.schedule(new TimerTask() {
            public void run() {
                box.value++;
                rang.countDown();
            }
        }, 1);
        rang.await();
        sum += box.value;
        clock.cancel();
    }

    static void streams() {
        Box[] boxes = new Box[200];
        Arrays.setAll(boxes, i -> new Box());
        IntStream.range(0, 200).parallel().forEach(i -> boxes[i].value = i);
        for (Box box : boxes) sum += box.value;
        sum += Arrays.stream(boxes).parallel().mapToInt(box -> box.value).sum();
    }

    static void copies() throws Exception {
        List<Box> list = new CopyOnWriteArrayList<>();
        both(() -> { Box box = new Box(); box.value = 6; list.add(box); },
             () -> { while (list.isEmpty()) Thread.onSpinWait(); sum += list.get(0).value; });
    }

    // Collections by the names of their interfaces.
    static void interfaces() throws Exception {
        Queue<Box> queue = new ConcurrentLinkedQueue<>();
        both(() -> { Box box = new Box(); box.value = 6; queue.add(box); },
             () -> { Box got; while ((got = queue.poll()) == null) Thread.onSpinWait(); sum += got.value; });
        Map<String, Box> map = new ConcurrentHashMap<>();
        both(() -> { Box box = new Box(); box.value = 6; map.put("k", box); },
             () -> { while (map.isEmpty()) Thread.onSpinWait(); for (Box got : map.values()) sum += got.value; });
        Collection<Box> set = ConcurrentHashMap.newKeySet();
        both(() -> { Box box = new Box(); box.value = 6; set.add(box); },
             () -> { while (set.isEmpty()) Thread.onSpinWait(); for (Box got : set) sum += got.value; });
        List<Box> locked = Collections.synchronizedList(new ArrayList<>());
        both(() -> { Box box = new Box(); box.value = 6; locked.add(box); },
             () -> { while (locked.size() == 0) Thread.onSpinWait(); sum += locked.get(0).value; });
    }

    static void timeouts() throws Exception {
        Lock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        if (!never.await(1, TimeUnit.MILLISECONDS)) sum++;
        if (!never.awaitUntil(new Date(System.currentTimeMillis() + 1))) sum++;
        if (never.awaitNanos(1000) <= 0) sum++;
        lock.unlock();
        CountDownLatch latch = new CountDownLatch(1);
        if (!latch.await(1, TimeUnit.MILLISECONDS)) sum++;
        CyclicBarrier barrier = new CyclicBarrier(2);
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            sum++;
        }
    }

    public static void main(String[] args) throws Exception {
        interfaces();
        timeouts();
        condition();
        phaser();
        exchanger();
        park();
        swaps();
        handles();
        futures();
        forks();
        timer();
        streams();
        copies();
        System.out.println("sum " + sum);
    }
}
