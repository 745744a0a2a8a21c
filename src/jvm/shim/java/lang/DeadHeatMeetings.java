package java.lang;

import static java.lang.DeadHeatModels.*;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.internal.vm.annotation.Hidden;

/** Latches, semaphores, phasers, barriers, exchangers: threads that wait for each other. See DeadHeatModels. */
public final class DeadHeatMeetings {
    private DeadHeatMeetings() {}

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
        event(DeadHeatContract.BARRIER_ENTER, barrier, DeadHeatContract.BARRIER, 0, site, 0);
    }

    private static void barrierLeave(Object barrier, int site) {
        event(DeadHeatContract.BARRIER_LEAVE, barrier, DeadHeatContract.BARRIER, 0, site, 0);
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
}
