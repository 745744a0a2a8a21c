// Semaphores, barriers, phasers, latches and exchangers in their other forms.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;

public class MeetingMethods extends Edges {
    static int okUninterruptible, okTryTimed, okBulk, okDrain, okMutex, okFair, okBarrierTimed, okAction, okRegister,
        okOnAdvance, okTiered, okInterruptibly, okAwaitTimed, okTimedLatch, okExchangeTimed, okChainLatch, okPhases,
        okTryAcquireMany, okArriveDereg;
    static int badTwoPermits, badTryFail, badAfterBarrier, badArriveDeregister, badLatchNoAwait, badBarrierOther,
        badExchangeAfter, badTimedBarrier, badRegisterOnly, badReleaseAfter;

    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(0);
        both(() -> { okUninterruptible = 1; s.release(); }, () -> { s.acquireUninterruptibly(); okUninterruptible++; });
        both(() -> { okTryTimed = 1; s.release(); }, () -> { while (!s.tryAcquire(1, TimeUnit.SECONDS)) { } okTryTimed++; });
        both(() -> { okBulk = 1; s.release(3); }, () -> { s.acquire(3); okBulk++; });
        both(() -> { okDrain = 1; s.release(2); }, () -> { while (s.drainPermits() == 0) Thread.onSpinWait(); okDrain++; });
        both(() -> { okTryAcquireMany = 1; s.release(2); }, () -> { while (!s.tryAcquire(2)) Thread.onSpinWait(); okTryAcquireMany++; });
        s.drainPermits();
        Semaphore mutex = new Semaphore(1, true);
        Body body = () -> { for (int i = 0; i < 30; i++) { mutex.acquire(); try { okMutex++; } finally { mutex.release(); } } };
        both(body, body);
        Semaphore all = new Semaphore(3);
        Body writer = () -> { for (int i = 0; i < 20; i++) { all.acquire(3); okFair++; all.release(3); } };
        Body reader = () -> { for (int i = 0; i < 20; i++) { all.acquire(); int x = okFair; all.release(); } };
        both(writer, reader);
        CyclicBarrier barrier = new CyclicBarrier(2);
        both(() -> { okBarrierTimed = 1; barrier.await(1, TimeUnit.MINUTES); }, () -> { barrier.await(1, TimeUnit.MINUTES); okBarrierTimed++; });
        int[] cells = new int[4];
        CyclicBarrier acting = new CyclicBarrier(2, () -> { okAction += cells[0] + cells[1]; cells[2] = 1; });
        both(() -> { for (int i = 0; i < 10; i++) { cells[0] = i; acting.await(); int x = okAction + cells[2]; acting.await(); } },
             () -> { for (int i = 0; i < 10; i++) { cells[1] = i; acting.await(); int x = okAction + cells[2]; acting.await(); } });
        int[][] grid = new int[2][10];
        both(() -> { for (int i = 0; i < 10; i++) { for (int j = 0; j < 10; j++) grid[0][j] = grid[1][j] + 1; barrier.await(); barrier.await(); } },
             () -> { for (int i = 0; i < 10; i++) { barrier.await(); for (int j = 0; j < 10; j++) grid[1][j] = grid[0][j] + 1; barrier.await(); } });
        Phaser p = new Phaser() { @Override protected boolean onAdvance(int phase, int parties) { okOnAdvance++; return false; } };
        p.bulkRegister(2);
        both(() -> { for (int i = 0; i < 5; i++) { okPhases++; p.arriveAndAwaitAdvance(); p.arriveAndAwaitAdvance(); int x = okOnAdvance; } },
             () -> { for (int i = 0; i < 5; i++) { p.arriveAndAwaitAdvance(); okPhases++; p.arriveAndAwaitAdvance(); int x = okOnAdvance; } });
        Phaser reg = new Phaser(1);
        Thread[] ts = new Thread[3];
        int[] parts = new int[3];
        for (int i = 0; i < 3; i++) { int n = i; reg.register(); ts[i] = start(() -> { parts[n] = n; reg.arriveAndDeregister(); }); }
        reg.arriveAndAwaitAdvance();
        for (int i = 0; i < 3; i++) okRegister += parts[i]++;
        for (Thread t : ts) t.join();
        Phaser root = new Phaser(), left = new Phaser(root, 1), right = new Phaser(root, 1);
        both(() -> { okTiered = 1; left.arriveAndAwaitAdvance(); }, () -> { right.arriveAndAwaitAdvance(); okTiered++; });
        Phaser one = new Phaser(1);
        both(() -> { okInterruptibly = 1; one.arrive(); }, () -> { one.awaitAdvanceInterruptibly(0); okInterruptibly++; });
        both(() -> { okAwaitTimed = 1; one.arrive(); }, () -> { one.awaitAdvanceInterruptibly(1, 1, TimeUnit.MINUTES); okAwaitTimed++; });
        Phaser dereg = new Phaser(1);
        both(() -> { okArriveDereg = 1; dereg.arriveAndDeregister(); }, () -> { dereg.awaitAdvance(0); okArriveDereg++; });
        CountDownLatch latch = new CountDownLatch(1);
        both(() -> { okTimedLatch = 1; latch.countDown(); }, () -> { if (latch.await(1, TimeUnit.MINUTES)) okTimedLatch++; });
        CountDownLatch l1 = new CountDownLatch(1), l2 = new CountDownLatch(1);
        Thread last = start(() -> { l2.await(); okChainLatch++; });
        both(() -> { okChainLatch = 1; l1.countDown(); }, () -> { l1.await(); okChainLatch++; l2.countDown(); });
        last.join();
        Exchanger<int[]> ex = new Exchanger<>();
        Body swap = () -> { int[] mine = new int[3]; for (int i = 0; i < 5; i++) { mine[i % 3]++; mine = ex.exchange(mine, 1, TimeUnit.MINUTES); } };
        both(swap, swap);
        both(() -> { okExchangeTimed = 1; ex.exchange(new int[1]); }, () -> { ex.exchange(new int[1]); okExchangeTimed++; });
        CyclicBarrier broken = new CyclicBarrier(3);

        Semaphore two = new Semaphore(2);
        CountDownLatch in = new CountDownLatch(2);
        Body enter = () -> { two.acquire(); badTwoPermits++; in.countDown(); while (two.availablePermits() > 0) Thread.onSpinWait(); };
        both(enter, enter);
        Semaphore held = new Semaphore(0);
        both(() -> { badTryFail = 1; held.tryAcquire(); }, () -> { pause(); held.tryAcquire(); badTryFail++; });
        both(() -> { barrier.await(); badAfterBarrier++; }, () -> { barrier.await(); pause(); badAfterBarrier++; });
        Phaser ad = new Phaser(3);
        both(() -> { badArriveDeregister = 1; ad.arriveAndDeregister(); }, () -> { pause(); ad.arriveAndDeregister(); badArriveDeregister++; });
        CountDownLatch open = new CountDownLatch(1);
        both(() -> { badLatchNoAwait = 1; open.countDown(); }, () -> { pause(); open.countDown(); badLatchNoAwait++; });
        CyclicBarrier ba = new CyclicBarrier(1), bb = new CyclicBarrier(1);
        both(() -> { badBarrierOther = 1; ba.await(); }, () -> { pause(); bb.await(); badBarrierOther++; });
        CyclicBarrier timed = new CyclicBarrier(3);
        both(() -> { badTimedBarrier = 1; pause(); }, () -> { try { timed.await(1, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { } pause(); badTimedBarrier++; });
        Phaser ro = new Phaser(1);
        both(() -> { badRegisterOnly = 1; ro.register(); }, () -> { pause(); ro.register(); badRegisterOnly++; });
        Semaphore ra = new Semaphore(0);
        both(() -> { ra.release(); badReleaseAfter = 1; }, () -> { pause(); ra.acquire(); badReleaseAfter++; });
        Exchanger<String> ea = new Exchanger<>();
        both(() -> { ea.exchange("a"); badExchangeAfter = 1; }, () -> { ea.exchange("b"); pause(); badExchangeAfter++; });
    }
}
