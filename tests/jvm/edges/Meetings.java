// Latches, semaphores, barriers, phasers, exchangers, park: threads that wait for each other.
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;

public class Meetings extends Edges {
    static int okLatch, okSemaphore, okBarrier, okPhaser, okPhaserArrive, okExchanger, okJoin, okAlive, okBarrierAction, okInterrupt;
    static int badPark, badPhaserArrive, badSemaphore, badLatch, badTimeout;
    static volatile boolean loud;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        both(() -> { okLatch = 1; latch.countDown(); }, () -> { latch.await(); okLatch++; });
        Semaphore semaphore = new Semaphore(0);
        both(() -> { okSemaphore = 1; semaphore.release(); }, () -> { semaphore.acquire(); okSemaphore++; });
        CyclicBarrier barrier = new CyclicBarrier(2, () -> okBarrierAction++);
        both(() -> { okBarrier = 1; barrier.await(); barrier.await(); okBarrier++; },
             () -> { barrier.await(); okBarrier++; barrier.await(); });
        okBarrierAction++;
        Phaser phaser = new Phaser(2);
        both(() -> { okPhaser = 1; phaser.arriveAndAwaitAdvance(); }, () -> { phaser.arriveAndAwaitAdvance(); okPhaser++; });
        Phaser arrive = new Phaser(1);
        both(() -> { okPhaserArrive = 1; arrive.arrive(); }, () -> { arrive.awaitAdvance(0); okPhaserArrive++; });
        Exchanger<int[]> desk = new Exchanger<>();
        both(() -> { int[] mine = {1}; okExchanger = 1; desk.exchange(mine)[0]++; },
             () -> { int[] mine = {2}; desk.exchange(mine)[0]++; okExchanger++; });
        Thread child = start(() -> okJoin = 1);
        child.join(10_000);
        okJoin++;
        Thread alive = start(() -> okAlive = 1);
        while (alive.isAlive()) Thread.onSpinWait();
        okAlive++;
        Thread sleeper = start(() -> {
            try {
                Thread.sleep(10_000);
            } catch (InterruptedException e) {
                okInterrupt++;
            }
        });
        okInterrupt = 1;
        sleeper.interrupt();
        sleeper.join();

        Thread parked = new Thread(() -> { LockSupport.parkNanos(2_000_000_000L); badPark++; });
        parked.start();
        pause();
        badPark = 1;
        LockSupport.unpark(parked);
        parked.join();
        Phaser alone = new Phaser(3);
        both(() -> { badPhaserArrive = 1; alone.arrive(); }, () -> { pause(); alone.arrive(); badPhaserArrive++; });
        Semaphore two = new Semaphore(2);
        Body enter = () -> {
            two.acquire();
            badSemaphore++;
            while (two.availablePermits() > 0) Thread.onSpinWait();  // a permit that is given back would order them
        };
        both(enter, enter);
        CountDownLatch open = new CountDownLatch(2);
        both(() -> { badLatch = 1; open.countDown(); }, () -> { pause(); open.countDown(); badLatch++; });
        CountDownLatch shut = new CountDownLatch(2);
        both(() -> { badTimeout = 1; shut.countDown(); }, () -> { shut.await(30, TimeUnit.MILLISECONDS); badTimeout++; });
    }
}
