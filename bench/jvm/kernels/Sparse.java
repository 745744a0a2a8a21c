/** Multiplies a sparse matrix in coordinate form with a vector, again and again; rows are shared out. */
class Sparse extends Kernel {
    static final int N = 20_000, PER_ROW = 5, ROUNDS = 60;
    double[] values, x, y;
    int[] rows, columns;

    void setup() {
        java.util.Random random = new java.util.Random(11);
        int count = N * PER_ROW;
        values = new double[count];
        rows = new int[count];
        columns = new int[count];
        x = new double[N];
        y = new double[N];
        for (int i = 0; i < count; ++i) {
            rows[i] = i / PER_ROW;
            columns[i] = random.nextInt(N);
            values[i] = random.nextDouble();
        }
        for (int i = 0; i < N; ++i) x[i] = random.nextDouble();
    }

    void work(int thread) {
        int from = from(thread, N) * PER_ROW, to = from(thread + 1, N) * PER_ROW;
        for (int round = 0; round < ROUNDS; ++round) {
            for (int i = from; i < to; ++i) y[rows[i]] += x[columns[i]] * values[i];
        }
    }

    double check() {
        double sum = 0;
        for (double value : y) sum += value;
        return sum;
    }
}
