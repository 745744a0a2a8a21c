import java.util.concurrent.CyclicBarrier;

/** One benchmark: data made by the main thread, worked on by two threads, checked by the main thread. */
abstract class Kernel {
    static final int THREADS = 2;
    /** Without the barriers, kernels that need them have races: bench/jvm/sampling looks how many are found. */
    static final boolean RACY = Boolean.getBoolean("racy");
    final CyclicBarrier barrier = new CyclicBarrier(THREADS);

    abstract void setup();
    abstract void work(int thread) throws Exception;
    abstract double check();

    final void await() throws Exception {
        if (!RACY) barrier.await();
    }

    static int from(int thread, int count) {
        return (int) ((long) count * thread / THREADS);
    }

    double run() throws InterruptedException {
        setup();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; ++i) {
            int id = i;
            threads[i] = new Thread(() -> {
                try {
                    work(id);
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        return check();
    }
}
