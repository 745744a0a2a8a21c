// Loops that check at their ends what they did to arrays and fields. Lines that race say so: BAD; MAYBE is one that may be
// named as the earlier place, for an array has but one.
// race: an array's element
// race: Ranges.Held.scale
import java.util.concurrent.CyclicBarrier;

public class Ranges {
    static final int N = 200;

    static void both(Runnable first, Runnable second) throws Exception {
        Thread s = new Thread(first), t = new Thread(second);
        s.start();
        t.start();
        s.join();
        t.join();
    }

    static void fill(int[] a, int from, int to) {
        for (int i = from; i < to; i++) a[i] = i; // BAD: fill and read
    }

    static int readBack(int[] a, int from, int to) {
        int sum = 0;
        for (int i = to - 1; i >= from; i--) sum += a[i]; // BAD
        return sum;
    }

    static void evens(int[] a) {
        for (int i = 0; i < N; i += 2) a[i]++;
    }

    static void odds(int[] a) {
        for (int i = 1; i < N; i += 2) a[i] = a[i] * 2 + 1;
    }

    // Leaves the loop in the midst of the array: what lies beyond was not touched.
    static int search(int[] a, int what) {
        for (int i = 0; ; i++) {
            int value = a[i]; // BAD: only where the other writes below
            if (value == what) return i;
        }
    }

    static void put(int[] a, int at) {
        a[at] = 0; // BAD
    }

    static void putOk(int[] a, int at) {
        a[at] = 0;
    }

    // The exception comes after one access of the iteration and before the other.
    static void halves(int[] a, int[] by) {
        try {
            for (int i = 0; i < N; i += 2) {
                a[i] = 1; // BAD: element 100
                a[i + 1] = 1 / by[i]; // MAYBE: the last write to the array
            }
        } catch (ArithmeticException stop) {
            by[N - 1] = 1;
        }
    }

    static void runOver(int[] a) {
        try {
            for (int i = 0; ; i++) a[i] = 1; // BAD
        } catch (ArrayIndexOutOfBoundsException end) {
            return;
        }
    }

    static class Held {
        int[] data = new int[N];
        int scale = 2, sum;

        int total() {
            int sum = 0;
            for (int i = 0; i < N; i++) sum += scale * data[i]; // BAD
            return sum;
        }

        synchronized void addUp() {
            for (int i = 0; i < N; i++) sum += data[i];
        }
    }

    static double[] smooth(double[][] grid, int thread, CyclicBarrier barrier) {
        try {
            for (int round = 0; round < 20; round++) {
                for (int r = 1 + thread; r < grid.length - 1; r += 2) {
                    double[] row = grid[r], above = grid[r - 1], below = grid[r + 1];
                    for (int i = 1 + (r + round & 1); i < row.length - 1; i += 2)
                        row[i] = (above[i] + below[i] + row[i - 1] + row[i + 1]) / 4;
                }
                barrier.await();
            }
            return grid[1];
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    static int copy(int[] from, int[] to, int at) {
        int i = 0, j = at;
        while (i < N / 2) to[j++] = from[i++];
        return j;
    }

    public static void main(String[] arguments) throws Exception {
        int[] a = new int[N];
        both(() -> fill(a, 0, 150), () -> readBack(a, 149, N));
        int[] b = new int[N];
        both(() -> evens(b), () -> odds(b));
        int[] c = new int[N];
        c[90] = 7;  // MAYBE: the place of the access before, where two threads meet
        both(() -> search(c, 7), () -> put(c, 90));
        int[] d = new int[N];
        d[90] = 7;
        both(() -> search(d, 7), () -> putOk(d, 91));
        int[] e = new int[N], by = new int[N], f = new int[N];
        java.util.Arrays.fill(by, 1);
        by[100] = 0;
        both(() -> put(e, 100), () -> halves(e, by));
        by[100] = 0;
        both(() -> halves(f, by), () -> putOk(f, 101));
        int[] g = new int[N];
        both(() -> runOver(g), () -> put(g, N - 1));
        Held held = new Held();
        both(held::total, () -> {
            held.scale = 3; // BAD
            held.data[N - 1] = 1; // BAD
        });
        Held locked = new Held();
        both(locked::addUp, locked::addUp);
        double[][] grid = new double[60][80];
        grid[0][5] = 1;
        CyclicBarrier barrier = new CyclicBarrier(2);
        both(() -> smooth(grid, 0, barrier), () -> smooth(grid, 1, barrier));
        int[] h = new int[N];
        both(() -> copy(a, h, 0), () -> copy(a, h, N / 2));
        int[] k = new int[N], m = new int[N];
        both(() -> java.util.Arrays.fill(k, 0, N / 2, 1), () -> java.util.Arrays.fill(k, N / 2, N, 2));
        both(() -> java.util.Arrays.sort(k, 0, N / 2), () -> java.util.Arrays.sort(k, N / 2, N));
        both(() -> {
            java.util.Arrays.fill(m, 0, N / 2 + 1, 1); // BAD
        }, () -> {
            java.util.Arrays.sort(m, N / 2, N); // BAD
        });
        System.out.println(d[91] + " " + f[101] + " " + locked.sum + " " + h[N / 2]);
    }
}
