import java.util.ArrayList;
import java.util.List;

/** Simulated price paths: each an object with an array of its own, results collected under a lock. */
class MonteCarlo extends Kernel {
    static final int PATHS = 2000, STEPS = 250;
    List<Double> returns;
    final Object lock = new Object();

    static class Generator {
        long state;
        double spare;
        boolean hasSpare;

        Generator(long seed) {
            state = seed * 0x9E3779B97F4A7C15L + 1;
        }

        double uniform() {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            return (state >>> 11) * 0x1.0p-53;
        }

        double gaussian() {
            if (hasSpare) {
                hasSpare = false;
                return spare;
            }
            double u, v, s;
            do {
                u = 2 * uniform() - 1;
                v = 2 * uniform() - 1;
                s = u * u + v * v;
            } while (s >= 1 || s == 0);
            double scale = Math.sqrt(-2 * Math.log(s) / s);
            spare = v * scale;
            hasSpare = true;
            return u * scale;
        }
    }

    static class PricePath {
        double drift = 0.0002, volatility = 0.01, start = 100;
        double[] prices = new double[STEPS + 1];

        void simulate(Generator generator) {
            prices[0] = start;
            for (int i = 1; i <= STEPS; ++i)
                prices[i] = prices[i - 1] * Math.exp(drift + volatility * generator.gaussian());
        }

        double expectedReturn() {
            double sum = 0;
            for (int i = 1; i <= STEPS; ++i) sum += Math.log(prices[i] / prices[i - 1]);
            return sum / STEPS;
        }
    }

    void setup() {
        returns = new ArrayList<>();
    }

    void work(int thread) {
        for (int i = from(thread, PATHS); i < from(thread + 1, PATHS); ++i) {
            PricePath path = new PricePath();
            path.simulate(new Generator(i + 1));
            double result = path.expectedReturn();
            synchronized (lock) {
                returns.add(result);
            }
        }
    }

    double check() {
        double[] sorted = returns.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double sum = 0;
        for (double value : sorted) sum += value;
        return sum;
    }
}
