/** Red-black successive over-relaxation on a grid, a barrier after each colour. */
class Sor extends Kernel {
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
        int from = Math.max(1, from(thread, N)), to = Math.min(N - 1, from(thread + 1, N));
        for (int round = 0; round < 2 * ROUNDS; ++round) {
            for (int i = from; i < to; ++i) {
                double[] row = grid[i], above = grid[i - 1], below = grid[i + 1];
                for (int j = 1 + (i + round & 1); j < N - 1; j += 2)
                    row[j] = quarter * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
            }
            await();
        }
    }

    double check() {
        double sum = 0;
        for (double[] row : grid) {
            for (double cell : row) sum += cell;
        }
        return sum;
    }
}
