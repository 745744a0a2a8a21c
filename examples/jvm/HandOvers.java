import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

// Three ways to share data without synchronized, all of them right.
public class HandOvers {
    static final ReentrantLock lock = new ReentrantLock();
    static int counted, submitted, handedOver;

    static void locked() throws Exception {
        Runnable work = () -> {
            for (int i = 0; i < 1000; i++) {
                lock.lock();
                try {
                    counted++;
                } finally {
                    lock.unlock();
                }
            }
        };
        Thread a = new Thread(work), b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("counted " + counted);
    }

    static void pooled() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        submitted = 20;
        Future<Integer> twice = pool.submit(() -> submitted *= 2);
        System.out.println("submitted " + twice.get() + " " + submitted);
        pool.shutdown();
    }

    static void handedOver() throws Exception {
        AtomicInteger ready = new AtomicInteger();
        Thread reader = new Thread(() -> {
            while (ready.get() == 0) Thread.onSpinWait();
            System.out.println("handed over " + handedOver);
        });
        reader.start();
        handedOver = 7;
        ready.set(1);
        reader.join();
    }

    public static void main(String[] args) throws Exception {
        locked();
        pooled();
        handedOver();
    }
}
