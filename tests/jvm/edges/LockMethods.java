// Locks in their other forms: conversions, views, downgrades, conditions with limits of time.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class LockMethods extends Edges {
    static int okDowngrade, okViewsWrite, okRwView, okConvert, okConvertRead, okConvertOpt, okOptimistic, okUntil,
        okNanos, okUninterruptibly, okTwoConditions, okStaticSync, okArrayLock, okTimedTry, okWriteCondition,
        okTryWrite, okWaitTimed, okReadersThenWriter, okTimedRead, okRecursive, okThrow;
    static int badTryFail, badRead, badMixed, badReassigned, badStaticInstance, badTwoInstances, badUnlockedTail,
        badStampRead, badWrongLock, badOneSide;
    static Object changing = new Object();
    static synchronized void staticAdd() { okStaticSync++; }
    static class Inst { synchronized void bad() { badTwoInstances++; } synchronized void ins() { badStaticInstance++; } static synchronized void stat() { badStaticInstance++; } }
    static class Own { final ReentrantLock lock = new ReentrantLock(); int okOwn; void lock() { lock.lock(); } void unlock() { lock.unlock(); } }
    static synchronized void thrower() { okThrow++; if (okThrow > 0) throw new IllegalStateException(); }
    static class MyLock extends ReentrantLock { int okMine; void with(Runnable r) { lock(); try { r.run(); } finally { unlock(); } } }

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        Body downgrade = () -> { for (int i = 0; i < 20; i++) { rw.writeLock().lock(); okDowngrade++; rw.readLock().lock(); rw.writeLock().unlock(); int x = okDowngrade; rw.readLock().unlock(); } };
        both(downgrade, downgrade);
        both(() -> { for (int i = 0; i < 20; i++) { rw.readLock().lock(); int x = okReadersThenWriter; rw.readLock().unlock(); } }, () -> { for (int i = 0; i < 20; i++) { rw.writeLock().lock(); okReadersThenWriter++; rw.writeLock().unlock(); } });
        Condition wc = rw.writeLock().newCondition();
        boolean[] set = new boolean[8];
        both(() -> { rw.writeLock().lock(); okWriteCondition = 1; set[0] = true; wc.signalAll(); rw.writeLock().unlock(); },
             () -> { rw.writeLock().lock(); while (!set[0]) wc.await(); rw.writeLock().unlock(); okWriteCondition++; });
        both(() -> { if (rw.readLock().tryLock(1, TimeUnit.MINUTES)) { int x = okTimedRead; rw.readLock().unlock(); } }, () -> { if (rw.writeLock().tryLock(1, TimeUnit.MINUTES)) { okTimedRead++; rw.writeLock().unlock(); } });
        StampedLock st = new StampedLock();
        Body views = () -> { for (int i = 0; i < 10; i++) { Lock w = st.asWriteLock(); w.lock(); okViewsWrite++; w.unlock(); Lock r = st.asReadLock(); r.lock(); int x = okViewsWrite; r.unlock(); } };
        both(views, views);
        Body rwView = () -> { for (int i = 0; i < 10; i++) { ReadWriteLock v = st.asReadWriteLock(); v.writeLock().lock(); okRwView++; v.writeLock().unlock(); long s = st.readLock(); int x = okRwView; st.unlockRead(s); } };
        both(rwView, rwView);
        Body convert = () -> { for (int i = 0; i < 20; i++) {
            long s = st.readLock();
            try {
                while (true) { int x = okConvert; long w = st.tryConvertToWriteLock(s); if (w != 0) { s = w; okConvert++; break; } st.unlockRead(s); s = st.writeLock(); }
            } finally { st.unlock(s); } } };
        both(convert, convert);
        Body convertRead = () -> { for (int i = 0; i < 20; i++) { long s = st.writeLock(); okConvertRead++; s = st.tryConvertToReadLock(s); int x = okConvertRead; st.unlockRead(s); } };
        both(convertRead, convertRead);
        Body convertOpt = () -> { for (int i = 0; i < 20; i++) { long s = st.writeLock(); okConvertOpt++; st.tryConvertToOptimisticRead(s); } };
        both(convertOpt, convertOpt);
        both(() -> { long s = st.writeLock(); okOptimistic = 1; st.unlockWrite(s); }, () -> { pause(); pause(); long s = st.tryOptimisticRead(); int x = okOptimistic; if (!st.validate(s)) { s = st.readLock(); x = okOptimistic; st.unlockRead(s); } });
        Body tryWrite = () -> { for (int i = 0; i < 10; i++) { long s = 0; while ((s = st.tryWriteLock()) == 0) Thread.onSpinWait(); okTryWrite++; st.unlock(s); s = st.tryReadLock(1, TimeUnit.MINUTES); int x = okTryWrite; st.unlockRead(s); } };
        both(tryWrite, tryWrite);
        ReentrantLock lock = new ReentrantLock(true);
        Condition c = lock.newCondition(), d = lock.newCondition();
        both(() -> { lock.lock(); okUntil = 1; set[1] = true; c.signal(); lock.unlock(); }, () -> { lock.lock(); while (!set[1]) c.awaitUntil(new Date(System.currentTimeMillis() + 10)); okUntil++; lock.unlock(); });
        both(() -> { lock.lock(); okNanos = 1; set[2] = true; c.signal(); lock.unlock(); }, () -> { lock.lock(); while (!set[2]) c.awaitNanos(1_000_000); okNanos++; lock.unlock(); });
        both(() -> { lock.lock(); okUninterruptibly = 1; set[3] = true; c.signal(); lock.unlock(); }, () -> { lock.lock(); while (!set[3]) c.awaitUninterruptibly(); okUninterruptibly++; lock.unlock(); });
        int[] buffer = new int[1];
        both(() -> { for (int i = 0; i < 10; i++) { lock.lock(); while (buffer[0] != 0) d.await(); buffer[0] = 1; okTwoConditions++; c.signal(); lock.unlock(); } },
             () -> { for (int i = 0; i < 10; i++) { lock.lock(); while (buffer[0] == 0) c.await(); buffer[0] = 0; okTwoConditions++; d.signal(); lock.unlock(); } });
        Own[] chain = {new Own(), new Own(), new Own()};
        Body hand = () -> { for (int k = 0; k < 10; k++) { chain[0].lock(); for (int i = 0; i < 3; i++) { chain[i].okOwn++; if (i < 2) chain[i + 1].lock(); chain[i].unlock(); } } };
        both(hand, hand);
        Body stat = () -> { for (int i = 0; i < 10; i++) { staticAdd(); synchronized (LockMethods.class) { okStaticSync++; } } };
        both(stat, stat);
        int[] guarded = new int[2];
        Body arr = () -> { for (int i = 0; i < 10; i++) synchronized (guarded) { guarded[0]++; okArrayLock++; } };
        both(arr, arr);
        Body timed = () -> { for (int i = 0; i < 10; i++) { if (lock.tryLock(1, TimeUnit.MINUTES)) { okTimedTry++; lock.unlock(); } lock.lockInterruptibly(); okTimedTry++; lock.unlock(); } };
        both(timed, timed);
        Body thrower = () -> { for (int i = 0; i < 10; i++) try { thrower(); } catch (IllegalStateException e) { } };
        both(thrower, thrower);
        MyLock mine = new MyLock();
        Body with = () -> { for (int i = 0; i < 10; i++) mine.with(() -> mine.okMine++); };
        both(with, with);
        Object m = new Object();
        both(() -> { synchronized (m) { okWaitTimed = 1; set[4] = true; m.notify(); } }, () -> { synchronized (m) { while (!set[4]) m.wait(5); okWaitTimed++; } });
        Body reent = () -> { synchronized (m) { synchronized (m) { okRecursive++; } okRecursive++; } };
        both(reent, reent);

        ReentrantLock busy = new ReentrantLock();
        CountDownLatch go = new CountDownLatch(1);
        both(() -> { busy.lock(); go.await(); badTryFail = 1; pause(); pause(); busy.unlock(); }, () -> { pause(); boolean got = busy.tryLock(); go.countDown(); pause(); badTryFail++; if (got) busy.unlock(); });
        both(() -> { rw.readLock().lock(); badRead++; rw.readLock().unlock(); }, () -> { pause(); rw.readLock().lock(); badRead++; rw.readLock().unlock(); });
        both(() -> { lock.lock(); badMixed++; lock.unlock(); }, () -> { pause(); synchronized (lock) { badMixed++; } });
        both(() -> { synchronized (changing) { badReassigned++; } }, () -> { pause(); synchronized (new Object()) { badReassigned++; } });
        Inst i1 = new Inst(), i2 = new Inst();
        both(() -> i1.bad(), () -> { pause(); i2.bad(); });
        both(() -> i1.ins(), () -> { pause(); Inst.stat(); });
        both(() -> { synchronized (m) { } badUnlockedTail++; }, () -> { pause(); synchronized (m) { } badUnlockedTail = 0; });
        both(() -> { long s = st.readLock(); badStampRead++; st.unlockRead(s); }, () -> { pause(); long s = st.readLock(); badStampRead++; st.unlockRead(s); });
        both(() -> { synchronized (m) { badOneSide++; } }, () -> { pause(); badOneSide++; });
        Own oa = new Own(), ob = new Own();
        both(() -> { oa.lock(); badWrongLock++; oa.unlock(); }, () -> { pause(); ob.lock(); badWrongLock++; ob.unlock(); });
    }
}
