// Two threads that count, with a race until it is found (at most two minutes) or, with "ok", without one.

import java.lang.reflect.Method;

public class Sampled {
    private final int[] cells = new int[64];
    private int count;
    private volatile boolean stops;

    private void racy() {
        while (!stops) {
            for (int i = 0; i < 1000; i++) count++;
            for (int i = 0; i < cells.length; i++) cells[i]++;
        }
    }

    private void guarded() {
        for (int round = 0; round < 2000; round++) {
            synchronized (this) {
                for (int i = 0; i < 1000; i++) count++;
                for (int i = 0; i < cells.length; i++) cells[i]++;
            }
        }
    }

    private static long races() {
        try {
            Method races = Class.forName("java.lang.DeadHeatHooks").getMethod("races");
            return (Long) races.invoke(null);
        } catch (ReflectiveOperationException plain) {
            return 2;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Sampled shared = new Sampled();
        boolean isOk = arguments.length > 0;
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(isOk ? shared::guarded : shared::racy);
            threads[i].start();
        }
        long end = System.nanoTime() + 120_000_000_000L;
        while (!isOk && races() < 2 && System.nanoTime() < end) Thread.sleep(20);
        shared.stops = true;
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }
}
