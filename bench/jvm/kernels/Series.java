/** Fourier coefficients of (x+1)^x on [0,2]: arithmetic, hardly any shared data. */
class Series extends Kernel {
    static final int COUNT = 600, STEPS = 500;
    double[][] coefficients;

    void setup() {
        coefficients = new double[2][COUNT];
    }

    static double term(double x, double omega, boolean sine) {
        double value = Math.pow(x + 1, x);
        return sine ? value * Math.sin(omega * x) : value * Math.cos(omega * x);
    }

    static double integral(double omega, boolean sine) {
        double step = 2.0 / STEPS;
        double sum = (term(0, omega, sine) + term(2, omega, sine)) / 2;
        for (int i = 1; i < STEPS; ++i) sum += term(i * step, omega, sine);
        return sum * step;
    }

    void work(int thread) {
        for (int i = from(thread, COUNT); i < from(thread + 1, COUNT); ++i) {
            coefficients[0][i] = integral(Math.PI * i, false);
            coefficients[1][i] = integral(Math.PI * i, true);
        }
    }

    double check() {
        double sum = 0;
        for (int i = 0; i < COUNT; ++i) sum += coefficients[0][i] + coefficients[1][i];
        return sum;
    }
}
