import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Does something of every kind that tools can hear of. */
public class Events {
    static class Late {
        static int number = Integer.parseInt("7");
    }

    static int plain;
    static volatile int flag;
    static final int[] cells = new int[4];
    static final Object lock = new Object();
    static boolean ready, readyForAll;
    static final AtomicInteger atomic = new AtomicInteger();
    static final ReentrantLock reentrant = new ReentrantLock();
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);

    static void other() throws Exception {
        barrier.await();
        reentrant.lock();  // main has it
        reentrant.unlock();
        synchronized (lock) {
            cells[1] = plain + Late.number;
            flag++;
            ready = true;
            lock.notify();
        }
        queue.put(atomic.incrementAndGet());
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException expected) {
            synchronized (lock) {
                readyForAll = true;
                lock.notifyAll();
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        plain = Late.number;
        reentrant.lock();
        Thread thread = new Thread(() -> {
            try {
                other();
            } catch (Exception problem) {
                System.out.println(problem);
            }
        });
        thread.start();
        barrier.await();
        while (!reentrant.hasQueuedThreads()) Thread.onSpinWait();
        reentrant.unlock();
        synchronized (lock) {
            lock.wait(1);  // whether or not the other one was faster
            while (!ready) lock.wait();
        }
        atomic.set(queue.take() + atomic.get());
        Thread.sleep(1);
        thread.interrupt();
        synchronized (lock) {
            while (!readyForAll) lock.wait();
        }
        thread.join();
        System.out.println("done");
    }
}
