// Loops whose checks are left out or done once: what is left must find the races, and nothing else may change.
// race: Loops.Racy.total
// race: Loops.Racy.late
// race: an array's element
import java.util.Arrays;

public class Loops {
    static class Racy {
        int total, late;
        int[] numbers = new int[8];
        final Object lock = new Object();

        // Every round but the first comes after a release: the check must be done again in each. The one that locks
        // waits before its last round until the other is through, whose last access the lock does not order.
        void count(int rounds, boolean locked) throws InterruptedException {
            for (int i = 0; i < rounds; i++) {
                if (locked && i == rounds - 1) Thread.sleep(200);
                synchronized (lock) {
                    if (locked) late++;
                }
                if (!locked && i == rounds - 1) late++;
                total += i;
            }
        }
    }

    static class Unseen {
        int a, b;
        long c;
        Unseen next;
        static Unseen last;

        Unseen(int a, boolean show) {
            this.a = a;
            this.c = show ? 1 : 2;
            if (show) last = this;
            for (int i = 0; i < 3; i++) b += i;
            next = this;
        }
    }

    static int sums(int[] first, double[] second, Object[] third) {
        int sum = 0;
        int[] now = first;
        for (int i = 0; i < 4; i++) {
            int[] row = i % 2 == 0 ? first : now;
            sum += row[i] + now[i];
            now = i == 2 ? new int[] {5, 6, 7, 8} : now;
            row[i] += now[i];
            if (third[i] instanceof int[]) {
                int[] inner = (int[]) third[i];
                for (int j = 0; j < inner.length; j++) inner[j] = inner[j] * 2 + j;
                sum += inner[0];
            }
            second[i] -= sum;
            second[i] *= 2;
        }
        return sum + (int) second[3];
    }

    // One local for an array, a string and a number in turn.
    static int reused(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            {
                int[] a = new int[] {i, i + 1};
                sum += a[0] + a[1];
            }
            {
                String a = "x" + i;
                sum += a.length();
            }
            {
                int a = i;
                sum += a;
            }
            {
                StringBuilder a = new StringBuilder(i > 2 ? "long" : "s");
                sum += a.length();
            }
        }
        return sum;
    }

    static String thrown(int[] numbers, int[] other, int end) {
        int i = 0;
        try {
            for (i = 0; i < end; i++) numbers[i] += other[i];
        } catch (NullPointerException e) {
            return "null at " + i + " " + e.getStackTrace()[0].getMethodName();
        } catch (ArrayIndexOutOfBoundsException e) {
            return "end at " + i + " " + e.getMessage();
        } finally {
            if (numbers != null) numbers[0]--;
        }
        return Arrays.toString(numbers);
    }

    static long wide(long[][] table, byte[] bytes, char[] chars, float[] floats, boolean[] flags) {
        long sum = 0;
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                table[i][j] += (long) i << j;
                bytes[j]++;
                chars[j] = (char) (chars[j] + 1);
                floats[j] /= 2;
                flags[j] ^= true;
                sum += table[i][j] + bytes[j] + chars[j] + (long) floats[j] + (flags[j] ? 1 : 0);
            }
        }
        return sum;
    }

    static void countIn(Racy racy, boolean locked) {
        try {
            racy.count(2000, locked);
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(sums(new int[] {1, 2, 3, 4}, new double[4], new Object[] {"", new int[] {1, 2}, null, new int[1]}));
        System.out.println(reused(6));
        System.out.println(thrown(new int[] {1, 2}, new int[] {1, 2}, 2));
        System.out.println(thrown(new int[] {1, 2}, new int[] {1, 2}, 3));
        System.out.println(thrown(new int[] {1, 2}, null, 3));
        System.out.println(thrown(null, null, 3));
        System.out.println(wide(new long[3][4], new byte[4], new char[4], new float[] {8, 8, 8, 8}, new boolean[4]));
        Unseen unseen = new Unseen(1, true);
        System.out.println(unseen.a + unseen.b + unseen.c + Unseen.last.next.b);

        Racy racy = new Racy();
        Thread one = new Thread(() -> countIn(racy, true));
        Thread two = new Thread(() -> {
            countIn(racy, false);
            for (int i = 0; i < 8; i++) racy.numbers[i] = i;
        });
        one.start();
        two.start();
        int sum = 0;
        for (int i = 0; i < 8; i++) sum += racy.numbers[i] * 0;
        one.join();
        two.join();
        System.out.println(sum);
    }
}
