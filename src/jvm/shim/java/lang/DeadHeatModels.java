package java.lang;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.reflect.Reflection;
import jdk.internal.vm.annotation.Hidden;

/**
 * What calls of the libraries mean (models/jvm.toml names these methods by their effects). Called around
 * calls in instrumented code and at a few places inside java.util.concurrent. No method throws, none calls code of the
 * program, but for hashCode of map keys.
 */
public final class DeadHeatModels {
    // Kinds of hand-over, as the native side numbers them.
    private static final int EXECUTOR = 1, FUTURE = 2, QUEUE = 3, LATCH = 4, SEMAPHORE = 5, PARK = 6, INTERRUPT = 8;

    private DeadHeatModels() {}

    private static void event(int kind, Object object, int space, long sub, int site, int detail) {
        if (object == null) return;
        DeadHeatHooks.sync(kind, DeadHeatHooks.handle(object, space, sub), site, detail);
        Reference.reachabilityFence(object);  // the handle goes with it
    }

    private static void out(Object object, long sub, int site, int how) {
        event(DeadHeatHooks.OUT, object, DeadHeatHooks.CHANNEL, sub, site, how);
    }

    // Where nothing was handed out, nothing comes in.
    private static void in(Object object, long sub, int site, int how) {
        long handle = object == null ? 0 : DeadHeatHooks.knownHandle(object, DeadHeatHooks.CHANNEL, sub);
        if (handle != 0) DeadHeatHooks.sync(DeadHeatHooks.IN, handle, site, how);
        Reference.reachabilityFence(object);
    }

    /** The value of a field of a class of the JDK that only its code may see; null when there is none. */
    private static Object peek(Object object, String type, String field) {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            if (!c.getName().equals(type)) continue;
            long offset = DeadHeatHooks.offsetOf(c, field);
            return offset < 0 ? null : DeadHeatHooks.U.getReference(object, offset);
        }
        return null;
    }

    private static boolean ofJdk(Object object) {
        return object.getClass().getClassLoader() == null;
    }

    // For each class of the program: which sites call a method of a library on it.
    private static final ClassValue<ConcurrentHashMap<Integer, Boolean>> LIBRARY = new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Integer, Boolean> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** The receiver of a call; null: the call runs a method of the program, which is instrumented itself. */
    public static Object library(Object receiver, int site) {
        return receiver == null || ofJdk(receiver) || callsLibrary(receiver.getClass(), site) ? receiver : null;
    }

    private static boolean callsLibrary(Class<?> type, int site) {
        ConcurrentHashMap<Integer, Boolean> sites = LIBRARY.get(type);
        Boolean known = sites.get(site);
        if (known == null) {
            known = DeadHeatHooks.isLibrary(type, site);
            sites.put(site, known);
        }
        return known;
    }

    // ---- threads

    public static void start(Object thread, int site) {
        DeadHeatHooks.start(thread, site);
    }

    public static void join(Object thread, int site) {
        DeadHeatHooks.join(thread, site);
    }

    public static void joinPre(Object thread, int site) {
        if (thread instanceof Thread) DeadHeatHooks.about((Thread) thread, DeadHeatHooks.JOIN_PRE, site);
    }

    public static void sleep(int site) {
        DeadHeatHooks.about(null, DeadHeatHooks.SLEEP, site);
    }

    public static void alive(Object thread, int alive, int site) {
        if (alive == 0) DeadHeatHooks.join(thread, site);
    }

    public static void interrupt(Object thread, int site) {
        if (!(thread instanceof Thread)) return;
        DeadHeatHooks.about((Thread) thread, DeadHeatHooks.INTERRUPT, site);
        out(thread, 1, site, INTERRUPT);
    }

    /** Of another thread, or of the current one, that it was interrupted. */
    public static void interrupted(Object thread, int interrupted, int site) {
        if (interrupted != 0) in(thread != null ? thread : Thread.currentThread(), 1, site, INTERRUPT);
    }

    public static void interruption(int site) {
        in(Thread.currentThread(), 1, site, INTERRUPT);
    }

    // ---- monitors

    private static void waits(int kind, Object lock, int site) {
        if (lock != null && Thread.holdsLock(lock)) event(kind, lock, DeadHeatHooks.LOCK, 0, site, 0);
    }

    @Hidden
    public static void wait(Object lock, int site) throws InterruptedException {
        wait(lock, 0L, site);
    }

    @Hidden
    public static void wait(Object lock, long millis, int site) throws InterruptedException {
        waits(DeadHeatHooks.WAIT_PRE, lock, site);
        try {
            lock.wait(millis);
        } finally {
            waits(DeadHeatHooks.WAIT_POST, lock, site);
        }
    }

    @Hidden
    public static void wait(Object lock, long millis, int nanos, int site) throws InterruptedException {
        waits(DeadHeatHooks.WAIT_PRE, lock, site);
        try {
            lock.wait(millis, nanos);
        } finally {
            waits(DeadHeatHooks.WAIT_POST, lock, site);
        }
    }

    public static void notified(Object lock, int site) {
        event(DeadHeatHooks.NOTIFY, lock, DeadHeatHooks.LOCK, 0, site, 0);
    }

    public static void notifiedAll(Object lock, int site) {
        event(DeadHeatHooks.NOTIFY_ALL, lock, DeadHeatHooks.LOCK, 0, site, 0);
    }

    // ---- java.util.concurrent.locks

    /** Lock, condition and both views of a read/write lock share one object inside. */
    private static Object lockKey(Object lock) {
        if (lock instanceof java.util.concurrent.locks.ReentrantLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantLock", "sync");
        if (lock instanceof ReentrantReadWriteLock.ReadLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock", "sync");
        if (lock instanceof ReentrantReadWriteLock.WriteLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock", "sync");
        if (lock == null || !ofJdk(lock)) return null; // a lock of the program: its own code is instrumented
        Object owner = peek(lock, "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "this$0");
        if (owner != null) return owner;
        return peek(lock, "java.util.concurrent.locks.StampedLock$ReadLockView", "this$0") != null
                ? peek(lock, "java.util.concurrent.locks.StampedLock$ReadLockView", "this$0")
                : peek(lock, "java.util.concurrent.locks.StampedLock$WriteLockView", "this$0");
    }

    private static int lockMode(Object lock) {
        return lock instanceof ReentrantReadWriteLock.ReadLock
                || lock.getClass().getName().equals("java.util.concurrent.locks.StampedLock$ReadLockView")
                ? DeadHeatHooks.SHARED : DeadHeatHooks.EXCLUSIVE;
    }

    /** Only where somebody wants to know who waits for locks. */
    public static void lockRequest(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatHooks.REQUEST, key, DeadHeatHooks.LOCK, 0, site, lockMode(lock));
    }

    public static void lock(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatHooks.ACQUIRE, key, DeadHeatHooks.LOCK, 0, site, lockMode(lock));
    }

    public static void lockIf(Object lock, int taken, int site) {
        if (taken != 0) lock(lock, site);
    }

    public static void unlock(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatHooks.RELEASE, key, DeadHeatHooks.LOCK, 0, site, lockMode(lock));
    }

    private static void awaits(int kind, Object condition, int site) {
        event(kind, lockKey(condition), DeadHeatHooks.LOCK, 0, site, 0);
    }

    @Hidden
    public static void await(Object condition, int site) throws InterruptedException {
        awaits(DeadHeatHooks.WAIT_PRE, condition, site);
        try {
            ((Condition) condition).await();
        } finally {
            awaits(DeadHeatHooks.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static int await(Object condition, long time, Object unit, int site) throws InterruptedException {
        awaits(DeadHeatHooks.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).await(time, (TimeUnit) unit) ? 1 : 0;
        } finally {
            awaits(DeadHeatHooks.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static long awaitNanos(Object condition, long nanos, int site) throws InterruptedException {
        awaits(DeadHeatHooks.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).awaitNanos(nanos);
        } finally {
            awaits(DeadHeatHooks.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static int awaitUntil(Object condition, Object deadline, int site) throws InterruptedException {
        awaits(DeadHeatHooks.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).awaitUntil((Date) deadline) ? 1 : 0;
        } finally {
            awaits(DeadHeatHooks.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static void awaitUninterruptibly(Object condition, int site) {
        awaits(DeadHeatHooks.WAIT_PRE, condition, site);
        try {
            ((Condition) condition).awaitUninterruptibly();
        } finally {
            awaits(DeadHeatHooks.WAIT_POST, condition, site);
        }
    }

    public static void signalled(Object condition, int site) {
        event(DeadHeatHooks.NOTIFY_ALL, lockKey(condition), DeadHeatHooks.LOCK, 0, site, 0);
    }

    private static void stamped(int kind, Object lock, int mode, int site) {
        event(kind, lock, DeadHeatHooks.LOCK, 0, site, mode);
    }

    public static void stampedWrite(Object lock, long stamp, int site) {
        if (stamp != 0) stamped(DeadHeatHooks.ACQUIRE, lock, DeadHeatHooks.EXCLUSIVE, site);
    }

    public static void stampedRead(Object lock, long stamp, int site) {
        if (stamp != 0) stamped(DeadHeatHooks.ACQUIRE, lock, DeadHeatHooks.SHARED, site);
    }

    /** An optimistic read sees what the last writer left: the edge of a read lock that is given up at once. */
    public static void stampedOptimistic(Object lock, long stamp, int site) {
        if (stamp == 0) return;
        stamped(DeadHeatHooks.ACQUIRE, lock, DeadHeatHooks.SHARED, site);
        stamped(DeadHeatHooks.RELEASE, lock, DeadHeatHooks.SHARED, site);
    }

    public static void stampedUnlock(Object lock, long stamp, int site) {
        stamped(DeadHeatHooks.RELEASE, lock,
                StampedLock.isWriteLockStamp(stamp) ? DeadHeatHooks.EXCLUSIVE : DeadHeatHooks.SHARED, site);
    }

    public static void stampedTryUnlock(Object lock, int site) {
        StampedLock stamped = (StampedLock) lock;
        if (stamped == null) return;
        if (stamped.isWriteLocked()) {
            DeadHeatModels.stamped(DeadHeatHooks.RELEASE, lock, DeadHeatHooks.EXCLUSIVE, site);
        } else if (stamped.isReadLocked()) {
            DeadHeatModels.stamped(DeadHeatHooks.RELEASE, lock, DeadHeatHooks.SHARED, site);
        }
    }

    /** A lock is turned into a weaker one: others may come in before the call is over. */
    public static void stampedYield(Object lock, long before, int site) {
        if (lock != null && StampedLock.isLockStamp(before) && ((StampedLock) lock).validate(before))
            stampedUnlock(lock, before, site);
    }

    public static void stampedYielded(Object lock, long after, int site) {
        if (StampedLock.isReadLockStamp(after)) stampedRead(lock, after, site);
    }

    public static void stampedConvert(Object lock, long before, long after, int site) {
        if (after == 0) return;
        if (StampedLock.isLockStamp(before)) stampedUnlock(lock, before, site);
        if (StampedLock.isWriteLockStamp(after)) {
            stampedWrite(lock, after, site);
        } else if (StampedLock.isReadLockStamp(after)) {
            stampedRead(lock, after, site);
        }
    }

    // ---- atomics

    public static void atomicRead(Object atomic, int site) {
        event(DeadHeatHooks.ATOMIC_READ, atomic, DeadHeatHooks.ATOMIC, 0, site, 0);
    }

    public static void atomicWrite(Object atomic, int site) {
        event(DeadHeatHooks.ATOMIC_WRITE, atomic, DeadHeatHooks.ATOMIC, 0, site, 0);
    }

    public static void elementRead(Object array, int index, int site) {
        event(DeadHeatHooks.ATOMIC_READ, array, DeadHeatHooks.ATOMIC, index + 1L, site, 0);
    }

    public static void elementWrite(Object array, int index, int site) {
        event(DeadHeatHooks.ATOMIC_WRITE, array, DeadHeatHooks.ATOMIC, index + 1L, site, 0);
    }

    private static long updaterOffset(Object updater) {
        for (Class<?> c = updater.getClass(); c != null; c = c.getSuperclass()) {
            long at = DeadHeatHooks.offsetOf(c, "offset");
            if (at >= 0) return DeadHeatHooks.U.getLong(updater, at);
        }
        return 0;
    }

    public static void updaterRead(Object updater, Object object, int site) {
        if (updater != null) event(DeadHeatHooks.VOLATILE_READ, object, DeadHeatHooks.ATOMIC, updaterOffset(updater), site, 0);
    }

    public static void updaterWrite(Object updater, Object object, int site) {
        if (updater != null) event(DeadHeatHooks.VOLATILE_WRITE, object, DeadHeatHooks.ATOMIC, updaterOffset(updater), site, 0);
    }

    private static void handle(int kind, Object handle, Object first, long index, int site) {
        if (!(handle instanceof java.lang.invoke.VarHandle)) return;
        for (Class<?> c = handle.getClass(); c != null; c = c.getSuperclass()) {
            long at = DeadHeatHooks.offsetOf(c, "fieldOffset");
            if (at < 0) continue;
            long base = DeadHeatHooks.offsetOf(c, "base"); // of static fields
            Object holder = base < 0 ? first : DeadHeatHooks.U.getReference(handle, base);
            event(kind, holder, DeadHeatHooks.ATOMIC, DeadHeatHooks.U.getLong(handle, at), site, 0);
            return;
        }
        if (first != null && first.getClass().isArray()) event(kind, first, DeadHeatHooks.ATOMIC, index + 1, site, 0);
    }

    public static void handleRead(Object handle, Object first, int site) {
        handle(DeadHeatHooks.VOLATILE_READ, handle, first, 0, site);
    }

    public static void handleWrite(Object handle, Object first, int site) {
        handle(DeadHeatHooks.VOLATILE_WRITE, handle, first, 0, site);
    }

    // The first operand of a handle of a static field is the value.
    public static void handleRead(Object handle, int value, int site) {
        handle(DeadHeatHooks.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, long value, int site) {
        handle(DeadHeatHooks.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, float value, int site) {
        handle(DeadHeatHooks.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, double value, int site) {
        handle(DeadHeatHooks.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, int value, int site) {
        handle(DeadHeatHooks.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, long value, int site) {
        handle(DeadHeatHooks.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, float value, int site) {
        handle(DeadHeatHooks.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, double value, int site) {
        handle(DeadHeatHooks.VOLATILE_WRITE, handle, null, 0, site);
    }

    // ---- executors, futures

    public static void taskOut(Object task, int site) {
        out(task, 0, site, EXECUTOR);
    }

    public static void taskIn(Object task, int site) {
        in(task, 0, site, EXECUTOR);
    }

    public static void twoOut(Object first, Object second, int site) {
        taskOut(first, site);
        taskOut(second, site);
    }

    public static void twoIn(Object first, Object second, int site) {
        futureIn(first, site);
        futureIn(second, site);
    }

    public static void tasksOut(Object tasks, int site) {
        if (tasks instanceof Object[]) for (Object task : (Object[]) tasks) out(task, 0, site, EXECUTOR);
        if (!(tasks instanceof Collection) || !ofJdk(tasks)) return;
        for (Object task : (Collection<?>) tasks) out(task, 0, site, EXECUTOR);
    }

    public static void tasksIn(Object futures, int site) {
        if (futures instanceof Object[]) for (Object future : (Object[]) futures) in(future, 1, site, FUTURE);
        if (!(futures instanceof Collection) || !ofJdk(futures)) return;
        for (Object future : (Collection<?>) futures) in(future, 1, site, FUTURE);
    }

    public static void futureOut(Object future, int site) {
        out(future, 1, site, FUTURE);
    }

    public static void futureIn(Object future, int site) {
        if (future instanceof Future) in(future, 1, site, FUTURE);
    }

    public static void futureInIf(Object future, int done, int site) {
        if (done != 0) futureIn(future, site);
    }

    /** A stage is added: its function may run here and now if the future is done. */
    public static void stage(Object future, Object function, int site) {
        taskOut(function, site);
        stageIn(future, site);
    }

    /** Not by its methods: some stages throw. */
    private static boolean isDone(Object future) {
        return future instanceof CompletableFuture
                && peek(future, "java.util.concurrent.CompletableFuture", "result") != null;
    }

    public static void stageIn(Object future, int site) {
        if (isDone(future)) futureIn(future, site);
    }

    /** A stage was made of one or several: when it is done already, no hook of the JDK has seen that. */
    public static void stageMade(Object sources, Object made, int site) {
        if (!isDone(made)) return;
        if (sources instanceof Object[]) {
            for (Object source : (Object[]) sources) stageIn(source, site);
        } else {
            stageIn(sources, site);
        }
        futureIn(made, site);
        futureOut(made, site);
    }

    public static void stageOfTwoMade(Object first, Object second, Object made, int site) {
        if (isDone(made)) stageIn(second, site);
        stageMade(first, made, site);
    }

    public static void stageOfTwo(Object first, Object second, Object function, int site) {
        stage(first, function, site);
        stage(second, null, site);
    }

    /** A dependent stage of a CompletableFuture begins: it is ordered after its sources. */
    public static void completionIn(Object completion, int site) {
        if (completion == null) return;
        Object source = peek(completion, "java.util.concurrent.CompletableFuture$UniCompletion", "src");
        if (source != null) in(source, 1, site, FUTURE);
        Object any = peek(completion, "java.util.concurrent.CompletableFuture$AnyOf", "src");
        if (any != null) in(any, 1, site, FUTURE);
        Object second = peek(completion, "java.util.concurrent.CompletableFuture$BiCompletion", "snd");
        if (second != null) in(second, 1, site, FUTURE);
    }

    /** A fork/join task has run: what waits for it, or for the root of its completers, is ordered after it. */
    public static void completerOut(Object task, int site) {
        if (task == null) return;
        out(task, 1, site, FUTURE);
        Object root = task;
        for (;;) {
            Object next = peek(root, "java.util.concurrent.CountedCompleter", "completer");
            if (next == null) break;
            root = next;
        }
        if (root != task) out(root, 1, site, FUTURE);
    }

    private static final long PENDING = 5L << 32;

    public static void pendingOut(Object completer, int site) {
        out(completer, PENDING, site, FUTURE);
    }

    public static void pendingIn(Object completer, int site) {
        in(completer, PENDING, site, FUTURE);
    }

    public static void completerDone(Object completer, int site) {
        pendingIn(completer, site);
        futureOut(completer, site);
    }

    private static Object executorKey(Object executor) {
        if (executor == null) return null;
        Object inner = peek(executor, "java.util.concurrent.Executors$DelegatedExecutorService", "e");
        return inner != null ? inner : executor;
    }

    public static void executorOut(Object executor, int site) {
        out(executorKey(executor), 2, site, EXECUTOR);
    }

    public static void executorIn(Object executor, int site) {
        in(executorKey(executor), 2, site, EXECUTOR);
    }

    public static void executorInIf(Object executor, int terminated, int site) {
        if (terminated != 0) executorIn(executor, site);
    }

    // ---- queues, latches, barriers

    private static long elementKey(Object container) {
        return 1L << 32 | System.identityHashCode(container);
    }

    private static final long ONE_SUBSCRIBER = 4L << 32;

    /** The methods of one subscriber are called one after the other, and after the item was submitted. */
    public static void subscriberIn(Object subscriber, Object item, int site) {
        in(subscriber, ONE_SUBSCRIBER, site, QUEUE);
        taskIn(item, site);
    }

    public static void subscriberOut(Object subscriber, int site) {
        out(subscriber, ONE_SUBSCRIBER, site, QUEUE);
    }

    public static void latchOut(Object latch, int site) {
        out(latch, 0, site, LATCH);
    }

    public static void latchIn(Object latch, int site) {
        in(latch, 0, site, LATCH);
    }

    public static void latchInIf(Object latch, int open, int site) {
        if (open != 0) latchIn(latch, site);
    }

    public static void semaphoreOut(Object semaphore, int site) {
        out(semaphore, 0, site, SEMAPHORE);
    }

    public static void semaphoreIn(Object semaphore, int site) {
        in(semaphore, 0, site, SEMAPHORE);
    }

    public static void semaphoreInIf(Object semaphore, int taken, int site) {
        if (taken != 0) semaphoreIn(semaphore, site);
    }

    /** Tiered phasers advance together. */
    private static Object phaserKey(Object phaser) {
        Object root = phaser == null ? null : peek(phaser, "java.util.concurrent.Phaser", "root");
        return root != null ? root : phaser;
    }

    public static void phaserOut(Object phaser, int site) {
        out(phaserKey(phaser), 0, site, LATCH);
    }

    public static void phaserIn(Object phaser, int site) {
        in(phaserKey(phaser), 0, site, LATCH);
    }

    private static Object barrierCommand(Object barrier) {
        return barrier == null ? null : peek(barrier, "java.util.concurrent.CyclicBarrier", "barrierCommand");
    }

    private static void barrierEnter(Object barrier, int site) {
        Object command = barrierCommand(barrier);
        if (command != null) out(command, 0, site, EXECUTOR);
        event(DeadHeatHooks.BARRIER_ENTER, barrier, DeadHeatHooks.BARRIER, 0, site, 0);
    }

    private static void barrierLeave(Object barrier, int site) {
        event(DeadHeatHooks.BARRIER_LEAVE, barrier, DeadHeatHooks.BARRIER, 0, site, 0);
        Object command = barrierCommand(barrier);
        if (command != null) in(command, 1, site, FUTURE);
    }

    @Hidden
    public static int barrier(Object barrier, int site) throws InterruptedException, BrokenBarrierException {
        barrierEnter(barrier, site);
        try {
            return ((CyclicBarrier) barrier).await();
        } finally {
            barrierLeave(barrier, site);
        }
    }

    @Hidden
    public static int barrier(Object barrier, long time, Object unit, int site)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        barrierEnter(barrier, site);
        try {
            return ((CyclicBarrier) barrier).await(time, (TimeUnit) unit);
        } finally {
            barrierLeave(barrier, site);
        }
    }

    public static void exchangeOut(Object exchanger, Object element, int site) {
        if (exchanger != null) out(element != null ? element : exchanger, elementKey(exchanger), site, QUEUE);
    }

    public static void exchangeIn(Object exchanger, Object element, int site) {
        if (exchanger != null) in(element != null ? element : exchanger, elementKey(exchanger), site, QUEUE);
    }

    private static long mapKey(Object key) {
        return 2L << 32 | (key.hashCode() & 0xFFFFFFFFL);
    }

    public static void mapWrite(Object map, Object key, int site) {
        if (isConcurrent(map)) {
            mapOut(map, key, site);
        } else {
            collectionWrite(map, site);
        }
    }

    public static void mapRead(Object map, Object key, int site) {
        if (isConcurrent(map)) {
            mapIn(map, key, site);
        } else {
            synchronizedIn(map, site);
        }
    }

    /** Of a concurrent map. */
    public static void mapOut(Object map, Object key, int site) {
        if (map == null || key == null) return;
        Object base = baseOf(map);
        out(base, mapKey(key), site, QUEUE);
        out(base, ALL, site, QUEUE);
    }

    public static void mapIn(Object map, Object key, int site) {
        if (map != null && key != null) in(baseOf(map), mapKey(key), site, QUEUE);
    }

    public static void unpark(Object thread, int site) {
        out(thread, 0, site, PARK);
    }

    public static void park(int site) {
        in(Thread.currentThread(), 0, site, PARK);
    }

    // ---- collections that are not instrumented: the object as a whole is read or written

    private static final int NONE = 1, PLAIN = 2, SYNCHRONIZED = 3, CONCURRENT = 4;

    private static final ClassValue<Integer> COLLECTIONS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            if (type.getClassLoader() != null) return type.getSuperclass() == null ? NONE : get(type.getSuperclass());
            String name = type.getName();
            if (!name.startsWith("java.")) return NONE;
            switch (name) {
                case "java.util.ArrayList": case "java.util.LinkedList": case "java.util.HashMap":
                case "java.util.LinkedHashMap": case "java.util.TreeMap": case "java.util.HashSet":
                case "java.util.LinkedHashSet": case "java.util.TreeSet": case "java.util.ArrayDeque":
                case "java.util.PriorityQueue": case "java.util.IdentityHashMap": case "java.util.WeakHashMap":
                case "java.util.EnumMap": case "java.util.BitSet": case "java.lang.StringBuilder":
                    return PLAIN;
                case "java.util.Vector": case "java.util.Stack": case "java.util.Hashtable":
                case "java.lang.StringBuffer":
                    return SYNCHRONIZED;
                case "java.util.Properties":
                    return CONCURRENT; // it has a concurrent map inside
                default:
                    if (name.startsWith("java.util.Collections$Synchronized")) return SYNCHRONIZED;
                    return name.startsWith("java.util.concurrent.") ? CONCURRENT : NONE;
            }
        }
    };

    public static void collectionRead(Object collection, int site) {
        collection(collection, DeadHeatHooks.COLLECTION_READ, site);
    }

    public static void collectionWrite(Object collection, int site) {
        collection(collection, DeadHeatHooks.COLLECTION_WRITE, site);
    }

    private static final long ALL = 3L << 32;  // the elements of a concurrent collection

    private static boolean isConcurrent(Object collection) {
        return collection != null && COLLECTIONS.get(collection.getClass()) == CONCURRENT;
    }

    // Where a class of java.util.concurrent has the collection that it is a view or an iterator of; 0: nowhere.
    private static final ClassValue<Long> BASES = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c.getClassLoader() != null || !c.getName().startsWith("java.util.concurrent.")) continue;
                for (String name : new String[] {"map", "m", "al", "this$0"}) {
                    long at = DeadHeatHooks.offsetOf(c, name);
                    if (at >= 0) return at;
                }
            }
            return 0L;
        }
    };

    /** What the collection is a view of, or itself. */
    private static Object baseOf(Object collection) {
        for (Object base = collection;;) {
            long at = BASES.get(base.getClass());
            Object next = at == 0 ? null : DeadHeatHooks.U.getReference(base, at);
            if (next == null) return base;
            base = next;
        }
    }

    /** A collection of whatever kind gets an element. Concurrent ones order it before those who get that element. */
    public static void elementPut(Object collection, Object element, int site) {
        if (isConcurrent(collection)) {
            if (element == null) return;
            Object base = baseOf(collection);
            out(element, elementKey(base), site, QUEUE);
            out(base, ALL, site, QUEUE);
            if (base instanceof java.util.Map) out(base, mapKey(element), site, QUEUE);
        } else {
            collectionWrite(collection, site);
        }
    }

    public static void elementAt(Object collection, int index, Object element, int site) {
        elementPut(collection, element, site);
    }

    public static void elementsPut(Object collection, Object elements, int site) {
        if (!isConcurrent(collection)) {
            collectionWrite(collection, site);
        } else if (elements instanceof Collection && ofJdk(elements)) {
            for (Object element : (Collection<?>) elements) elementPut(collection, element, site);
        } else if (elements instanceof java.util.Map && ofJdk(elements)) {
            for (Object key : ((java.util.Map<?, ?>) elements).keySet()) mapOut(collection, key, site);
        } else {
            out(baseOf(collection), ALL, site, QUEUE);
        }
    }

    public static void elementTake(Object collection, Object element, int site) {
        if (!isConcurrent(collection)) {
            synchronizedIn(collection, site);
        } else if (element != null) {
            in(element, elementKey(baseOf(collection)), site, QUEUE);
        }
    }

    /** All its elements are looked at. */
    public static void elementsRead(Object collection, int site) {
        if (collection != null && COLLECTIONS.get(collection.getClass()) == PLAIN) {
            collectionRead(collection, site);
        } else {
            elementsIn(collection, site);
        }
    }

    /** All its elements may change, by a function that looks at them. */
    public static void elementsWrite(Object collection, int site) {
        if (isConcurrent(collection)) {
            elementsIn(collection, site);
        } else {
            collectionWrite(collection, site);
        }
    }

    /** Some element, whichever it is, was got. */
    public static void elementsIn(Object collection, int site) {
        if (isConcurrent(collection)) {
            in(baseOf(collection), ALL, site, QUEUE);
        } else if (collection instanceof java.util.Vector) { // views of the others are for their users to lock
            synchronizedIn(collection, site);
        }
    }

    public static void elementsInIf(Object collection, int found, int site) {
        if (found != 0) elementsIn(collection, site);
    }

    private static void collection(Object collection, int how, int site) {
        if (collection == null) return;
        switch (COLLECTIONS.get(collection.getClass())) {
            case PLAIN:
                DeadHeatHooks.collection(collection, how, site);
                break;
            case SYNCHRONIZED:
                locked(collection, site);
                break;
            default:
                break;
        }
    }

    /** After a call that has given something out. */
    private static void synchronizedIn(Object collection, int site) {
        if (collection != null && COLLECTIONS.get(collection.getClass()) == SYNCHRONIZED) locked(collection, site);
    }

    /** A method that locks the collection itself, as code of the program may do, too. */
    private static void locked(Object collection, int site) {
        Object mutex = peek(collection, "java.util.Collections$SynchronizedCollection", "mutex");
        if (mutex == null) mutex = peek(collection, "java.util.Collections$SynchronizedMap", "mutex");
        if (mutex == null) mutex = collection;
        synchronized (mutex) { // so that its events come in the order that it has
            event(DeadHeatHooks.ACQUIRE, mutex, DeadHeatHooks.LOCK, 0, site, DeadHeatHooks.EXCLUSIVE);
            event(DeadHeatHooks.RELEASE, mutex, DeadHeatHooks.LOCK, 0, site, DeadHeatHooks.EXCLUSIVE);
        }
    }

    // ---- arrays as a whole

    private static boolean isArray(Object array) {
        return array != null && array.getClass().isArray();
    }

    public static void arraycopy(Object from, int fromAt, Object to, int toAt, int count, int site) {
        if (!isArray(from) || !isArray(to) || count <= 0) return;
        DeadHeat.elements(from, fromAt, count, site, false);
        DeadHeat.elements(to, toAt, count, site, true);
    }

    public static void arrayRead(Object array, int site) {
        if (isArray(array)) DeadHeat.elements(array, 0, java.lang.reflect.Array.getLength(array), site, false);
    }

    public static void arrayWrite(Object array, int site) {
        if (isArray(array)) DeadHeat.elements(array, 0, java.lang.reflect.Array.getLength(array), site, true);
    }

    /** The element at `to` is not among them. */
    public static void arrayWriteRange(Object array, int from, int to, int site) {
        if (isArray(array) && 0 <= from && from < to) DeadHeat.elements(array, from, to - from, site, true);
    }

    // ---- what we added stays invisible

    public static Object filterFields(Object type, Object fields, int site) {
        Field[] all = Reflection.filterFields((Class<?>) type, (Field[]) fields);
        int kept = 0;
        for (Field field : all) if (!field.getName().startsWith("dh$")) ++kept;
        if (kept == all.length) return all;
        Field[] rest = new Field[kept];
        kept = 0;
        for (Field field : all) if (!field.getName().startsWith("dh$")) rest[kept++] = field;
        return rest;
    }

    public static Object filterMethods(Object type, Object methods, int site) {
        Method[] all = Reflection.filterMethods((Class<?>) type, (Method[]) methods);
        int kept = 0;
        for (Method method : all) if (!method.getName().startsWith("dh$")) ++kept;
        if (kept == all.length) return all;
        Method[] rest = new Method[kept];
        kept = 0;
        for (Method method : all) if (!method.getName().startsWith("dh$")) rest[kept++] = method;
        return rest;
    }
}
