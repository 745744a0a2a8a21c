package java.lang;

import static java.lang.DeadHeatModels.*;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.internal.vm.annotation.Hidden;

/** Monitors and java.util.concurrent.locks. See DeadHeatModels. */
public final class DeadHeatLocks {
    private DeadHeatLocks() {}

    // ---- monitors

    private static void waits(int kind, Object lock, int site) {
        if (lock != null && Thread.holdsLock(lock)) event(kind, lock, DeadHeatContract.LOCK, 0, site, 0);
    }

    @Hidden
    public static void wait(Object lock, int site) throws InterruptedException {
        wait(lock, 0L, site);
    }

    @Hidden
    public static void wait(Object lock, long millis, int site) throws InterruptedException {
        waits(DeadHeatContract.WAIT_PRE, lock, site);
        try {
            lock.wait(millis);
        } finally {
            waits(DeadHeatContract.WAIT_POST, lock, site);
        }
    }

    @Hidden
    public static void wait(Object lock, long millis, int nanos, int site) throws InterruptedException {
        waits(DeadHeatContract.WAIT_PRE, lock, site);
        try {
            lock.wait(millis, nanos);
        } finally {
            waits(DeadHeatContract.WAIT_POST, lock, site);
        }
    }

    public static void notified(Object lock, int site) {
        event(DeadHeatContract.NOTIFY, lock, DeadHeatContract.LOCK, 0, site, 0);
    }

    public static void notifiedAll(Object lock, int site) {
        event(DeadHeatContract.NOTIFY_ALL, lock, DeadHeatContract.LOCK, 0, site, 0);
    }

    // ---- java.util.concurrent.locks

    // Which of them a read/write lock has depends on the version of Java.
    private static final String[] CONDITIONS = {
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
        "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject"
    };

    /** Lock, condition and both views of a read/write lock share one object inside. */
    private static Object lockKey(Object lock) {
        if (lock instanceof java.util.concurrent.locks.ReentrantLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantLock", "sync");
        if (lock instanceof ReentrantReadWriteLock.ReadLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock", "sync");
        if (lock instanceof ReentrantReadWriteLock.WriteLock)
            return peek(lock, "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock", "sync");
        if (lock == null || !ofJdk(lock)) return null; // a lock of the program: its own code is instrumented
        for (String type : CONDITIONS) {
            Object owner = peek(lock, type, "this$0");
            if (owner != null) return owner;
        }
        return peek(lock, "java.util.concurrent.locks.StampedLock$ReadLockView", "this$0") != null
                ? peek(lock, "java.util.concurrent.locks.StampedLock$ReadLockView", "this$0")
                : peek(lock, "java.util.concurrent.locks.StampedLock$WriteLockView", "this$0");
    }

    private static int lockMode(Object lock) {
        return lock instanceof ReentrantReadWriteLock.ReadLock
                || lock.getClass().getName().equals("java.util.concurrent.locks.StampedLock$ReadLockView")
                ? DeadHeatContract.SHARED : DeadHeatContract.EXCLUSIVE;
    }

    /** Only where somebody wants to know who waits for locks. */
    public static void lockRequest(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatContract.REQUEST, key, DeadHeatContract.LOCK, 0, site, lockMode(lock));
    }

    public static void lock(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatContract.ACQUIRE, key, DeadHeatContract.LOCK, 0, site, lockMode(lock));
    }

    public static void lockIf(Object lock, int taken, int site) {
        if (taken != 0) lock(lock, site);
    }

    public static void unlock(Object lock, int site) {
        Object key = lockKey(lock);
        if (key != null) event(DeadHeatContract.RELEASE, key, DeadHeatContract.LOCK, 0, site, lockMode(lock));
    }

    private static void awaits(int kind, Object condition, int site) {
        event(kind, lockKey(condition), DeadHeatContract.LOCK, 0, site, 0);
    }

    @Hidden
    public static void await(Object condition, int site) throws InterruptedException {
        awaits(DeadHeatContract.WAIT_PRE, condition, site);
        try {
            ((Condition) condition).await();
        } finally {
            awaits(DeadHeatContract.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static int await(Object condition, long time, Object unit, int site) throws InterruptedException {
        awaits(DeadHeatContract.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).await(time, (TimeUnit) unit) ? 1 : 0;
        } finally {
            awaits(DeadHeatContract.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static long awaitNanos(Object condition, long nanos, int site) throws InterruptedException {
        awaits(DeadHeatContract.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).awaitNanos(nanos);
        } finally {
            awaits(DeadHeatContract.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static int awaitUntil(Object condition, Object deadline, int site) throws InterruptedException {
        awaits(DeadHeatContract.WAIT_PRE, condition, site);
        try {
            return ((Condition) condition).awaitUntil((Date) deadline) ? 1 : 0;
        } finally {
            awaits(DeadHeatContract.WAIT_POST, condition, site);
        }
    }

    @Hidden
    public static void awaitUninterruptibly(Object condition, int site) {
        awaits(DeadHeatContract.WAIT_PRE, condition, site);
        try {
            ((Condition) condition).awaitUninterruptibly();
        } finally {
            awaits(DeadHeatContract.WAIT_POST, condition, site);
        }
    }

    public static void signalled(Object condition, int site) {
        event(DeadHeatContract.NOTIFY_ALL, lockKey(condition), DeadHeatContract.LOCK, 0, site, 0);
    }

    private static void stamped(int kind, Object lock, int mode, int site) {
        event(kind, lock, DeadHeatContract.LOCK, 0, site, mode);
    }

    public static void stampedWrite(Object lock, long stamp, int site) {
        if (stamp != 0) stamped(DeadHeatContract.ACQUIRE, lock, DeadHeatContract.EXCLUSIVE, site);
    }

    public static void stampedRead(Object lock, long stamp, int site) {
        if (stamp != 0) stamped(DeadHeatContract.ACQUIRE, lock, DeadHeatContract.SHARED, site);
    }

    /** An optimistic read sees what the last writer left: the edge of a read lock that is given up at once. */
    public static void stampedOptimistic(Object lock, long stamp, int site) {
        if (stamp == 0) return;
        stamped(DeadHeatContract.ACQUIRE, lock, DeadHeatContract.SHARED, site);
        stamped(DeadHeatContract.RELEASE, lock, DeadHeatContract.SHARED, site);
    }

    public static void stampedUnlock(Object lock, long stamp, int site) {
        stamped(DeadHeatContract.RELEASE, lock,
                StampedLock.isWriteLockStamp(stamp) ? DeadHeatContract.EXCLUSIVE : DeadHeatContract.SHARED, site);
    }

    public static void stampedTryUnlock(Object lock, int site) {
        StampedLock stamped = (StampedLock) lock;
        if (stamped == null) return;
        if (stamped.isWriteLocked()) {
            DeadHeatLocks.stamped(DeadHeatContract.RELEASE, lock, DeadHeatContract.EXCLUSIVE, site);
        } else if (stamped.isReadLocked()) {
            DeadHeatLocks.stamped(DeadHeatContract.RELEASE, lock, DeadHeatContract.SHARED, site);
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

    // ---- locks of the JDK's own code, while it calls the program

    private static final long INSIDE = 9L << 32;

    /** The JDK holds a lock, which only such calls of that object have, and calls a method of `called`. */
    public static void lockedIn(Object lock, Object called, int site) {
        if (called != null && !ofJdk(called)) in(lock, INSIDE, site, QUEUE);
    }

    public static void lockedOut(Object lock, Object called, int site) {
        if (called != null && !ofJdk(called)) out(lock, INSIDE, site, QUEUE);
    }

    public static void lockedElementsIn(Object collection, Object called, int site) {
        DeadHeatCollections.elementsIn(collection, site);
        lockedIn(collection, called, site);
    }

    /** A comparator of one queue: static methods of the queue call it. */
    public static void comparedBy(Object comparator, Object one, Object two, int site) {
        DeadHeatCollections.compared(one, two, site);
        lockedIn(comparator, comparator, site);
    }

    public static void comparedByOut(Object comparator, Object one, Object two, int site) {
        DeadHeatCollections.comparedOut(one, two, site);
        lockedOut(comparator, comparator, site);
    }

    /** A loader that is not parallel capable loads one class at a time. */
    public static Object findClass(Object loader, Object name, int site) throws ClassNotFoundException {
        ClassLoader self = (ClassLoader) loader;
        boolean locks = !self.isRegisteredAsParallelCapable();
        if (locks) lockedIn(self, self, site);
        try {
            return self.findClass((String) name);
        } finally {
            if (locks) lockedOut(self, self, site);
        }
    }
}
