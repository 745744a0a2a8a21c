/** The kernels once more, with the idioms of older code: sums instead of +=, conditions inside loops, cursors, statics. */
class Idioms {
    static double[] result;

    /** Over-relaxation, two rows at once: every other element, the second row under a condition. */
    static class Relax extends Kernel {
        static final int N = 500, ROUNDS = 100;
        double[][] grid;

        void setup() {
            java.util.Random random = new java.util.Random(5);
            grid = new double[N][N];
            for (double[] row : grid) {
                for (int j = 0; j < N; ++j) row[j] = random.nextDouble() * 1e-6;
            }
        }

        void work(int thread) throws Exception {
            double omega = 1.25, quarter = omega / 4, rest = 1 - omega;
            int from = Math.max(2, from(thread, N)), to = Math.min(N - 1, from(thread + 1, N));
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = from; i < to; i = i + 2) {
                    double[] row = grid[i], above = grid[i - 1], below = grid[i + 1], top = grid[i - 2];
                    int end = N - 1;
                    for (int j = 1; j < end; j = j + 2) {
                        row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
                        if ((j + 1) != end) {
                            above[j + 1] = quarter * (top[j + 1] + row[j + 1] + above[j] + above[j + 2]) + rest * above[j + 1];
                        }
                    }
                }
                await();
            }
        }

        double check() {
            return grid[N / 2][N / 2] == 0 ? 0 : 1;
        }
    }

    /** Bytes through a cipher, by cursors that grow several times in each iteration. */
    static class Cursors extends Kernel {
        static final int SIZE = 800_000;
        byte[] plain = new byte[SIZE], secret = new byte[SIZE];
        int[] key = new int[52];

        void setup() {
            new java.util.Random(7).nextBytes(plain);
            for (int i = 0; i < key.length; ++i) key[i] = i * 77 & 0xffff;
        }

        void code(byte[] in, byte[] out, int[] keys, int from, int to) {
            int i1 = from, i2 = from;
            for (int i = from; i < to; i += 8) {
                int a = in[i1++] & 0xff;
                a |= (in[i1++] & 0xff) << 8;
                int b = in[i1++] & 0xff;
                b |= (in[i1++] & 0xff) << 8;
                int c = in[i1++] & 0xff;
                c |= (in[i1++] & 0xff) << 8;
                int d = in[i1++] & 0xff;
                d |= (in[i1++] & 0xff) << 8;
                int ik = 0, r = 8;
                do {
                    a = (int) ((long) a * keys[ik++] % 0x10001L & 0xffff);
                    b = b + keys[ik++] & 0xffff;
                    c = c + keys[ik++] & 0xffff;
                    d = (int) ((long) d * keys[ik++] % 0x10001L & 0xffff);
                    a ^= c ^ keys[ik++];
                    b ^= d ^ keys[ik++];
                } while (--r != 0);
                out[i2++] = (byte) a;
                out[i2++] = (byte) (a >>> 8);
                out[i2++] = (byte) b;
                out[i2++] = (byte) (b >>> 8);
                out[i2++] = (byte) c;
                out[i2++] = (byte) (c >>> 8);
                out[i2++] = (byte) d;
                out[i2++] = (byte) (d >>> 8);
            }
        }

        void work(int thread) {
            int from = from(thread, SIZE / 8) * 8, to = from(thread + 1, SIZE / 8) * 8;
            code(plain, secret, key, from, to);
        }

        double check() {
            long sum = 0;
            for (int i = 0; i < SIZE; ++i) sum = sum * 31 + secret[i];
            return sum;
        }
    }

    /** A sparse product whose result is a static field of another class. */
    static class Gather extends Kernel {
        static final int N = 20_000, PER_ROW = 5, ROUNDS = 60;
        double[] values = new double[N * PER_ROW], x = new double[N];
        int[] rows = new int[N * PER_ROW], columns = new int[N * PER_ROW];

        void setup() {
            java.util.Random random = new java.util.Random(11);
            result = new double[N];
            for (int i = 0; i < values.length; ++i) {
                rows[i] = i / PER_ROW;
                columns[i] = random.nextInt(N);
                values[i] = random.nextDouble();
            }
            for (int i = 0; i < N; ++i) x[i] = random.nextDouble();
        }

        void work(int thread) {
            int from = from(thread, N) * PER_ROW, to = from(thread + 1, N) * PER_ROW;
            for (int round = 0; round < ROUNDS; ++round) {
                for (int i = from; i < to; i++) Idioms.result[rows[i]] += x[columns[i]] * values[i];
            }
        }

        double check() {
            double sum = 0;
            for (double value : result) sum += value;
            return sum;
        }
    }
}
