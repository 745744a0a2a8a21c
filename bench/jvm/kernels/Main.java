import java.lang.management.ManagementFactory;

/** Main KERNEL ROUNDS: prints the check sum, and the CPU milliseconds a round took in the last half of the rounds. */
public class Main {
    static Kernel make(String name) {
        switch (name) {
            case "series": return new Series();
            case "crypt": return new Crypt();
            case "lu": return new Lu();
            case "sor": return new Sor();
            case "sparse": return new Sparse();
            case "montecarlo": return new MonteCarlo();
            case "raytracer": return new RayTracer();
            case "moldyn": return new MolDyn();
            case "relax": return new Idioms.Relax();
            case "cursors": return new Idioms.Cursors();
            case "gather": return new Idioms.Gather();
            default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[1]);
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double sum = 0;
        long before = 0;
        for (int round = 0; round < rounds; ++round) {
            if (round == rounds / 2) before = system.getProcessCpuTime();
            sum = make(arguments[0]).run();
        }
        double steady = (system.getProcessCpuTime() - before) / 1e6 / (rounds - rounds / 2);
        System.out.println("check " + sum);
        System.err.println("steady " + steady);
    }
}
