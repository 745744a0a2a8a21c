// Monitors and the locks of java.util.concurrent.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Locks extends Edges {
    static int okBlock, okMethod, okStaticMethod, okWait, okTimedWait, okReentrant, okInterface, okTry, okTimedTry, okInterruptibly, okSubclass;
    static int okReadWrite, okReadAfterWrite, okDowngrade, okStampedWrite, okStampedRead, okView, okReadView, okStampedLockView, okCondition, okNanos, okUntil, okAwaitTimed;
    static int okOwnMutex, okReference, okOwnWrapper, okNestedMonitors, okThrown, okOptimistic, okConverted, okOwnLock, okBoth;
    static int badTwoMonitors, badTwoLocks, badReaders, badFailedTry, badTwoInstances, badStaticAndInstance, badUnlockedWrite, badStampedReaders, badNewObject, badInsideWait;
    static int badReleasedTooEarly, badReadAfterUnlock, badOwnNothing;

    static synchronized void ofClass() { okStaticMethod++; }
    synchronized void ofObject() { okMethod++; }
    synchronized void ofInstance() { badTwoInstances++; }
    static synchronized void mixedStatic() { badStaticAndInstance++; }
    synchronized void mixedInstance() { badStaticAndInstance++; }

    static class Mutex extends AbstractQueuedSynchronizer {
        @Override protected boolean tryAcquire(int n) { return compareAndSetState(0, 1); }
        @Override protected boolean tryRelease(int n) { setState(0); return true; }
    }

    /** A lock of the program, made of another. */
    static class Wrapper implements Lock {
        final Lock inner = new ReentrantLock();
        public void lock() { inner.lock(); }
        public void lockInterruptibly() throws InterruptedException { inner.lockInterruptibly(); }
        public boolean tryLock() { return inner.tryLock(); }
        public boolean tryLock(long n, TimeUnit unit) throws InterruptedException { return inner.tryLock(n, unit); }
        public void unlock() { inner.unlock(); }
        public Condition newCondition() { return inner.newCondition(); }
    }

    /** One that spins on a flag. */
    static class Spin extends Wrapper {
        final AtomicBoolean taken = new AtomicBoolean();
        @Override public void lock() { while (!taken.compareAndSet(false, true)) Thread.onSpinWait(); }
        @Override public void unlock() { taken.set(false); }
    }

    /** One that forgets to do anything. */
    static class Nothing extends Wrapper {
        @Override public void lock() { }
        @Override public void unlock() { }
    }

    static class Named extends ReentrantLock {
        @Override public String toString() { return "named"; }
    }

    static void with(Runnable lock, Runnable unlock, Runnable body) {
        lock.run();
        try {
            body.run();
        } finally {
            unlock.run();
        }
    }

    static void twice(Lock lock, Runnable body) throws Exception {
        Body locked = () -> {
            lock.lock();
            try {
                body.run();
            } finally {
                lock.unlock();
            }
        };
        both(locked, locked);
    }

    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        Locks one = new Locks(), two = new Locks();
        Body block = () -> { synchronized (monitor) { okBlock++; } };
        both(block, block);
        both(one::ofObject, one::ofObject);
        both(Locks::ofClass, Locks::ofClass);
        both(() -> { synchronized (monitor) { okWait = 1; monitor.notifyAll(); } },
             () -> { synchronized (monitor) { while (okWait == 0) monitor.wait(); } okWait++; });
        both(() -> { synchronized (monitor) { okTimedWait = 1; monitor.notify(); } },
             () -> { synchronized (monitor) { while (okTimedWait == 0) monitor.wait(10); } okTimedWait++; });
        twice(new ReentrantLock(true), () -> okReentrant++);
        twice(new Named(), () -> okSubclass++);
        twice(new Wrapper(), () -> okOwnWrapper++);
        twice(new Spin(), () -> okOwnLock++);
        twice(new ReentrantReadWriteLock().writeLock(), () -> okInterface++);
        twice(new StampedLock().asWriteLock(), () -> okView++);
        ReentrantLock lock = new ReentrantLock();
        Body trying = () -> { while (!lock.tryLock()) Thread.onSpinWait(); try { okTry++; } finally { lock.unlock(); } };
        both(trying, trying);
        Body timed = () -> { while (!lock.tryLock(1, TimeUnit.MILLISECONDS)) Thread.onSpinWait(); okTimedTry++; lock.unlock(); };
        both(timed, timed);
        Body interruptibly = () -> { lock.lockInterruptibly(); okInterruptibly++; lock.unlock(); };
        both(interruptibly, interruptibly);
        Body reference = () -> with(lock::lock, lock::unlock, () -> okReference++);
        both(reference, reference);
        ReadWriteLock shared = new ReentrantReadWriteLock();
        both(() -> { shared.writeLock().lock(); okReadWrite++; shared.writeLock().unlock(); },
             () -> { shared.readLock().lock(); int x = okReadWrite; shared.readLock().unlock(); });
        both(() -> { shared.writeLock().lock(); okReadAfterWrite = 1; shared.writeLock().unlock(); },
             () -> { for (int x = 0; x == 0;) { shared.readLock().lock(); x = okReadAfterWrite; shared.readLock().unlock(); } okReadAfterWrite++; });
        Body downgrade = () -> {
            shared.writeLock().lock();
            okDowngrade++;
            shared.readLock().lock();
            shared.writeLock().unlock();
            int x = okDowngrade;
            shared.readLock().unlock();
        };
        both(downgrade, downgrade);
        StampedLock stamped = new StampedLock();
        Body stampedWrite = () -> { long s = stamped.writeLock(); okStampedWrite++; stamped.unlockWrite(s); };
        both(stampedWrite, stampedWrite);
        both(() -> { long s = stamped.writeLock(); okStampedRead++; stamped.unlock(s); },
             () -> { long s = stamped.readLock(); int x = okStampedRead; stamped.unlockRead(s); });
        AtomicBoolean written = new AtomicBoolean(); // opaque: orders nothing
        both(() -> { long s = stamped.writeLock(); okOptimistic++; stamped.unlock(s); written.setOpaque(true); },
             () -> {
                 while (!written.getOpaque()) Thread.onSpinWait();
                 long s = stamped.tryOptimisticRead();
                 int x = okOptimistic;
                 if (!stamped.validate(s)) { s = stamped.readLock(); x = okOptimistic; stamped.unlockRead(s); }
             });
        Body converted = () -> {
            long s = stamped.readLock();
            while (true) {
                long w = stamped.tryConvertToWriteLock(s);
                if (w != 0) { s = w; okConverted++; break; }
                stamped.unlockRead(s);
                s = stamped.writeLock();
            }
            stamped.unlock(s);
        };
        both(converted, converted);
        ReadWriteLock view = stamped.asReadWriteLock();
        both(() -> { view.writeLock().lock(); okStampedLockView++; view.writeLock().unlock(); },
             () -> { view.readLock().lock(); int x = okStampedLockView; view.readLock().unlock(); });
        both(() -> { stamped.asWriteLock().lock(); okReadView++; stamped.asWriteLock().unlock(); },
             () -> { long s = stamped.readLock(); int x = okReadView; stamped.unlockRead(s); });
        Condition condition = lock.newCondition();
        both(() -> { lock.lock(); okCondition = 1; condition.signalAll(); lock.unlock(); },
             () -> { lock.lock(); while (okCondition == 0) condition.await(); lock.unlock(); okCondition++; });
        both(() -> { lock.lock(); okNanos = 1; condition.signal(); lock.unlock(); },
             () -> { lock.lock(); while (okNanos == 0) condition.awaitNanos(1000); lock.unlock(); okNanos++; });
        both(() -> { lock.lock(); okUntil = 1; condition.signal(); lock.unlock(); },
             () -> { lock.lock(); while (okUntil == 0) condition.awaitUntil(new Date(System.currentTimeMillis() + 5)); lock.unlock(); okUntil++; });
        both(() -> { lock.lock(); okAwaitTimed = 1; condition.signal(); lock.unlock(); },
             () -> { lock.lock(); while (okAwaitTimed == 0) condition.await(1, TimeUnit.MILLISECONDS); lock.unlock(); okAwaitTimed++; });
        Mutex mutex = new Mutex();
        Body ownMutex = () -> { mutex.acquire(1); okOwnMutex++; mutex.release(1); };
        both(ownMutex, ownMutex);
        Body nested = () -> { synchronized (one) { synchronized (monitor) { okNestedMonitors++; } } };
        both(nested, nested);
        Body thrown = () -> {
            try {
                synchronized (monitor) { okThrown++; if (okThrown > 0) throw new IllegalStateException(); }
            } catch (IllegalStateException e) {
                synchronized (monitor) { okThrown++; }
            }
        };
        both(thrown, thrown);
        both(() -> { synchronized (monitor) { lock.lock(); } okBoth++; lock.unlock(); }, () -> { lock.lock(); okBoth++; synchronized (one) { lock.unlock(); } });

        both(() -> { synchronized (one) { badTwoMonitors++; } }, () -> { synchronized (two) { badTwoMonitors++; } });
        ReentrantLock other = new ReentrantLock();
        both(() -> { lock.lock(); badTwoLocks++; lock.unlock(); }, () -> { other.lock(); badTwoLocks++; other.unlock(); });
        Body reader = () -> { shared.readLock().lock(); pause(); badReaders++; shared.readLock().unlock(); };
        both(reader, reader);
        both(() -> { lock.lock(); badFailedTry++; Thread.sleep(300); lock.unlock(); }, () -> { Thread.sleep(100); lock.tryLock(); badFailedTry++; if (lock.isHeldByCurrentThread()) lock.unlock(); });
        both(one::ofInstance, two::ofInstance);
        both(Locks::mixedStatic, one::mixedInstance);
        both(() -> { synchronized (monitor) { badUnlockedWrite++; } }, () -> badUnlockedWrite++);
        Body stampedReader = () -> { long s = stamped.readLock(); pause(); badStampedReaders++; stamped.unlockRead(s); };
        both(stampedReader, stampedReader);
        Body fresh = () -> { synchronized (new Object()) { badNewObject++; } };
        both(fresh, fresh);
        both(() -> { synchronized (monitor) { monitor.wait(100); } badInsideWait++; }, () -> { pause(); badInsideWait++; });
        both(() -> { synchronized (monitor) { } badReleasedTooEarly++; }, () -> { pause(); synchronized (monitor) { badReleasedTooEarly++; } });
        both(() -> { synchronized (monitor) { badReadAfterUnlock = 1; } pause(); badReadAfterUnlock = 2; }, () -> { int x; synchronized (monitor) { x = 1; } pause(); x += badReadAfterUnlock; });
        twice(new Nothing(), () -> badOwnNothing++);
    }
}
