import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Makes many short-lived things of one kind: what the analysis keeps of them must go with them. No race. */
public class Churn {
    static final class Cell {
        volatile int flag;
        int value;
        int other;
    }

    /** What the reloaded classes are: statics, a lock, an initialiser. */
    public static class Plugin implements Runnable {
        static int loaded = 1;
        static final Object LOCK = new Object();
        static int[] table = new int[16];

        public void run() {
            synchronized (LOCK) {
                loaded++;
                table[loaded & 15]++;
            }
        }
    }

    private static final class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Churn$Plugin")) return super.loadClass(name, resolve);
            try (InputStream in = Churn.class.getResourceAsStream("Churn$Plugin.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException problem) {
                throw new ClassNotFoundException(name, problem);
            }
        }
    }

    static int sum;

    static void monitors(int n) {
        for (int i = 0; i < n; i++) {
            Object lock = new Object();
            synchronized (lock) {
                sum++;
            }
        }
    }

    /** Of which each is at many places. */
    static void threads(int n) throws Exception {
        for (int i = 0; i < n; i++) {
            Thread thread = new Thread(() -> {
                Cell cell = new Cell();
                cell.flag = 1;
                cell.value = cell.flag;
                cell.other = cell.value + 1;
                monitors(1);
                locks(1);
                cell.flag = cell.other;
                int[] cells = new int[4];
                cells[1] = cell.flag;
                cells[2] = cells[1] + cell.value;
                sum += cells[2];
            });
            thread.start();
            thread.join();
        }
    }

    /** Of which nobody waits for the end: what they did last is ordered before nothing. */
    static void pools(int n) throws Exception {
        for (int i = 0; i < n; i++) {
            CountDownLatch latch = new CountDownLatch(30);
            for (int j = 0; j < 30; j++) {
                new Thread(() -> {
                    Cell cell = new Cell();
                    cell.value = cell.flag;
                    latch.countDown();
                    cell.other = cell.value + 1;
                }).start();
            }
            ExecutorService pool = Executors.newFixedThreadPool(3);
            for (int j = 0; j < 6; j++) pool.execute(() -> new Cell().other = 1);
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.MINUTES);
            latch.await();
        }
    }

    /** On a JDK that has them. */
    static void virtual(int n) throws Exception {
        var start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        for (int i = 0; i < n; i++) {
            CountDownLatch latch = new CountDownLatch(50);
            for (int j = 0; j < 50; j++) {
                start.invoke(null, (Runnable) () -> {
                    Cell cell = new Cell();
                    cell.value = cell.flag;
                    latch.countDown();
                    cell.other = cell.value + 1;
                });
            }
            latch.await();
        }
    }

    static void locks(int n) {
        for (int i = 0; i < n; i++) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            sum++;
            lock.unlock();
        }
    }

    static void volatiles(int n) {
        for (int i = 0; i < n; i++) {
            Cell cell = new Cell();
            cell.flag = i;
            AtomicInteger atomic = new AtomicInteger(cell.flag);
            sum += atomic.incrementAndGet();
        }
    }

    /** Cells that two threads read, and that were written under ever new clocks. */
    static void shared(int n) throws Exception {
        final int batch = 1000;
        for (int done = 0; done < n; done += batch) {
            Cell[] cells = new Cell[batch];
            for (int i = 0; i < batch; i++) {
                cells[i] = new Cell();
                cells[i].value = i;
            }
            int[] sums = new int[2];
            Thread[] readers = new Thread[2];
            for (int t = 0; t < 2; t++) {
                int me = t;
                readers[t] = new Thread(() -> {
                    for (Cell cell : cells) sums[me] += cell.value;
                });
            }
            for (Thread reader : readers) reader.start();
            for (Thread reader : readers) reader.join();
            sum += sums[0] + sums[1];
        }
    }

    private static final int LENGTH = 128, PART = 32;

    /** Part by part, under a new clock each. */
    private static void write(int[][] arrays, int value) {
        Object lock = new Object();
        for (int[] array : arrays) {
            for (int from = 0; from < LENGTH; from += PART) {
                for (int i = from; i < from + PART; i++) array[i] = value;
                synchronized (lock) {
                    sum++;
                }
            }
        }
    }

    private static Thread[] readers(int[][]... all) {
        Thread[] readers = new Thread[2];
        for (int t = 0; t < 2; t++) {
            readers[t] = new Thread(() -> {
                Object lock = new Object();
                int seen = 0;
                for (int[][] arrays : all) {
                    for (int[] array : arrays) {
                        for (int from = 0; from < LENGTH; from += PART) {
                            for (int i = from; i < from + PART; i++) seen += array[i];
                            synchronized (lock) {
                                seen++;
                            }
                        }
                    }
                }
            });
        }
        for (Thread reader : readers) reader.start();
        return readers;
    }

    /**
     * Arrays that two threads read by loops, each part with a state of its own. Some stay throughout; their states would
     * be those of others, which are being read, if they were taken from them.
     */
    static void arrays(int n) throws Exception {
        final int batch = 1000;
        int[][] kept = new int[500][LENGTH];
        write(kept, 1);
        for (Thread reader : readers(kept)) reader.join();
        for (int done = 0; done < n; done += batch) {
            int[][] arrays = new int[batch][LENGTH];
            write(arrays, 2);
            for (Thread reader : readers(arrays)) reader.join();
        }
        int[][] last = new int[batch][LENGTH];
        write(last, 3);
        Thread[] readers = readers(last);
        write(kept, 4);
        for (Thread reader : readers) reader.join();
    }

    static void loaders(int n) throws Exception {
        for (int i = 0; i < n; i++) {
            ((Runnable) new Loader().loadClass("Churn$Plugin").getDeclaredConstructor().newInstance()).run();
        }
    }

    public static void main(String[] arguments) throws Exception {
        int n = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "monitors": monitors(n); break;
            case "locks": locks(n); break;
            case "volatiles": volatiles(n); break;
            case "shared": shared(n); break;
            case "arrays": arrays(n); break;
            case "threads": threads(n); break;
            case "pools": pools(n); break;
            case "virtual": virtual(n); break;
            case "loaders": loaders(n); break;
            default: throw new IllegalArgumentException(arguments[0]);
        }
        System.out.println("done");
    }
}
