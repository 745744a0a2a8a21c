/**
 * Trusts a race: the second thread takes what it reads without synchronization for what was written last. On any real
 * machine it is; the memory model does not say so, and Jumble shows it. Which field: int, long, double, reference, element.
 */
public class Stale {
    static int number;
    static long wide;
    static double real;
    static String text = "0";
    static int[] cells = new int[1];

    static void write(int i) {
        number = i;
        wide = i;
        real = i;
        text = Integer.toString(i);
        cells[0] = i;
    }

    static long read(String kind) {
        switch (kind) {
            case "int": return number;
            case "long": return wide;
            case "double": return (long) real;
            case "reference": return Long.parseLong(text);
            default: return cells[0];
        }
    }

    /** Waits without synchronization that the analysis knows of. */
    static void pause(long milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000;
        while (System.nanoTime() < end) Thread.onSpinWait();
    }

    public static void main(String[] arguments) throws Exception {
        Thread reader = new Thread(() -> {
            long last = 0;
            for (int i = 0; i < 100; i++) {
                pause(2);
                long now = read(arguments[0]);
                if (now < last) {
                    System.out.println("went back from " + last + " to " + now);
                    System.exit(9);
                }
                last = now;
            }
        });
        reader.start();
        for (int i = 1; i < 20; i++) {
            write(i);
            pause(10);
        }
        reader.join();
        System.out.println("done");
    }
}
