package java.lang;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
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
        if (thread instanceof Thread) DeadHeatHooks.about((Thread) thread, DeadHeatHooks.INTERRUPT, site);
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
        if (!(tasks instanceof Collection) || !ofJdk(tasks)) return;
        for (Object task : (Collection<?>) tasks) out(task, 0, site, EXECUTOR);
    }

    public static void tasksIn(Object futures, int site) {
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
        if (future instanceof CompletableFuture && ((CompletableFuture<?>) future).isDone()) futureIn(future, site);
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

    /** By element: what was done before a put is ordered before its own take, not before others. */
    public static void queuePut(Object queue, Object element, int site) {
        if (queue != null && ofJdk(queue)) out(element, elementKey(queue), site, QUEUE);
    }

    public static void queueTake(Object queue, Object element, int site) {
        if (queue != null && ofJdk(queue)) in(element, elementKey(queue), site, QUEUE);
    }

    private static long elementKey(Object container) {
        return 1L << 32 | System.identityHashCode(container);
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
        if (map != null && key != null && isConcurrentMap(map)) {
            out(map, mapKey(key), site, QUEUE);
            out(map, ALL, site, QUEUE);
        } else {
            collectionWrite(map, site);
        }
    }

    public static void mapRead(Object map, Object key, int site) {
        if (map != null && key != null && isConcurrentMap(map)) in(map, mapKey(key), site, QUEUE);
    }

    private static boolean isConcurrentMap(Object map) {
        return map instanceof java.util.concurrent.ConcurrentMap && ofJdk(map);
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
            String name = type.getName();
            if (type.getClassLoader() != null || !name.startsWith("java.")) return NONE;
            switch (name) {
                case "java.util.ArrayList": case "java.util.LinkedList": case "java.util.HashMap":
                case "java.util.LinkedHashMap": case "java.util.TreeMap": case "java.util.HashSet":
                case "java.util.LinkedHashSet": case "java.util.TreeSet": case "java.util.ArrayDeque":
                case "java.util.PriorityQueue": case "java.util.IdentityHashMap": case "java.util.WeakHashMap":
                case "java.util.EnumMap": case "java.util.BitSet": case "java.lang.StringBuilder":
                    return PLAIN;
                case "java.util.Vector": case "java.util.Stack": case "java.util.Hashtable": case "java.util.Properties":
                case "java.lang.StringBuffer":
                    return SYNCHRONIZED;
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

    /** A collection of whatever kind gets an element. Concurrent ones order it before those who get that element. */
    public static void elementPut(Object collection, Object element, int site) {
        if (isConcurrent(collection)) {
            if (element == null) return;
            out(element, elementKey(collection), site, QUEUE);
            out(collection, ALL, site, QUEUE);
        } else {
            collectionWrite(collection, site);
        }
    }

    public static void elementAt(Object collection, int index, Object element, int site) {
        elementPut(collection, element, site);
    }

    public static void elementTake(Object collection, Object element, int site) {
        if (isConcurrent(collection) && element != null) in(element, elementKey(collection), site, QUEUE);
    }

    /** All its elements are looked at. */
    public static void elementsRead(Object collection, int site) {
        if (isConcurrent(collection)) {
            in(collection, ALL, site, QUEUE);
        } else {
            collectionRead(collection, site);
        }
    }

    private static void collection(Object collection, int how, int site) {
        if (collection == null) return;
        switch (COLLECTIONS.get(collection.getClass())) {
            case PLAIN:
                DeadHeatHooks.collection(collection, how, site);
                break;
            case SYNCHRONIZED:
                event(DeadHeatHooks.ATOMIC_UPDATE, collection, DeadHeatHooks.ATOMIC, 0, site, 0);
                break;
            default:
                break;
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
