/** Particles that attract and repel each other: forces are summed per thread, then added up and applied. */
class MolDyn extends Kernel {
    static final int COUNT = 500, STEPS = 30;

    static class Particle {
        double x, y, z, vx, vy, vz, fx, fy, fz;
    }

    Particle[] particles;
    double[][][] forces;  // by thread, axis, particle
    double[] energies;

    void setup() {
        java.util.Random random = new java.util.Random(13);
        particles = new Particle[COUNT];
        for (int i = 0; i < COUNT; ++i) {
            Particle p = particles[i] = new Particle();
            p.x = i % 8 * 1.2 + random.nextDouble() * 0.1;
            p.y = i / 8 % 8 * 1.2 + random.nextDouble() * 0.1;
            p.z = i / 64 * 1.2 + random.nextDouble() * 0.1;
        }
        forces = new double[THREADS][3][COUNT];
        energies = new double[THREADS];
    }

    void force(int thread) {
        double[] fx = forces[thread][0], fy = forces[thread][1], fz = forces[thread][2];
        double energy = 0;
        for (int i = 0; i < COUNT; ++i) fx[i] = fy[i] = fz[i] = 0;
        for (int i = thread; i < COUNT; i += THREADS) {
            Particle p = particles[i];
            for (int j = i + 1; j < COUNT; ++j) {
                Particle q = particles[j];
                double dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
                double square = dx * dx + dy * dy + dz * dz;
                if (square > 9) continue;
                double inverse = 1 / square, sixth = inverse * inverse * inverse;
                double pull = 48 * inverse * sixth * (sixth - 0.5);
                energy += sixth * (sixth - 1);
                fx[i] += dx * pull;
                fy[i] += dy * pull;
                fz[i] += dz * pull;
                fx[j] -= dx * pull;
                fy[j] -= dy * pull;
                fz[j] -= dz * pull;
            }
        }
        energies[thread] = energy;
    }

    void work(int thread) throws Exception {
        double step = 1e-4;
        for (int round = 0; round < STEPS; ++round) {
            force(thread);
            await();
            for (int i = from(thread, COUNT); i < from(thread + 1, COUNT); ++i) {
                Particle p = particles[i];
                p.fx = forces[0][0][i] + forces[1][0][i];
                p.fy = forces[0][1][i] + forces[1][1][i];
                p.fz = forces[0][2][i] + forces[1][2][i];
                p.vx += p.fx * step;
                p.vy += p.fy * step;
                p.vz += p.fz * step;
                p.x += p.vx * step;
                p.y += p.vy * step;
                p.z += p.vz * step;
            }
            await();
        }
    }

    double check() {
        double sum = energies[0] + energies[1];
        for (Particle p : particles) sum += p.x + p.y + p.z;
        return sum;
    }
}
