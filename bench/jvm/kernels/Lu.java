/** LU decomposition with partial pivoting, rows below the pivot shared out, a barrier at each column. */
class Lu extends Kernel {
    static final int N = 400;
    double[][] matrix;
    int[] pivots;

    void setup() {
        java.util.Random random = new java.util.Random(3);
        matrix = new double[N][N];
        pivots = new int[N];
        for (double[] row : matrix) {
            for (int j = 0; j < N; ++j) row[j] = random.nextDouble() - 0.5;
        }
    }

    void work(int thread) throws Exception {
        for (int k = 0; k < N - 1; ++k) {
            if (thread == 0) pivot(k);
            await();
            double[] top = matrix[k];
            for (int i = k + 1 + thread; i < N; i += THREADS) {
                double[] row = matrix[i];
                double factor = row[k] / top[k];
                row[k] = factor;
                for (int j = k + 1; j < N; ++j) row[j] -= factor * top[j];
            }
            await();
        }
    }

    void pivot(int k) {
        int best = k;
        for (int i = k + 1; i < N; ++i) {
            if (Math.abs(matrix[i][k]) > Math.abs(matrix[best][k])) best = i;
        }
        pivots[k] = best;
        double[] row = matrix[k];
        matrix[k] = matrix[best];
        matrix[best] = row;
    }

    double check() {
        double product = 0;
        for (int i = 0; i < N; ++i) product += Math.log(Math.abs(matrix[i][i])) + pivots[i];
        return product;
    }
}
