package java.lang;

import jdk.internal.vm.annotation.ForceInline;

/**
 * Whether accesses are checked at the moment (agent/sampler.h). Synchronization always is: what is checked later is then
 * right. Static fields always are, too, for their accesses order a thread after the initialiser of their class.
 */
final class DeadHeatSampling {
    static final boolean SAMPLES = DeadHeatHooks.config(DeadHeatContract.CONFIG_SAMPLES) != 0;
    // Not volatile: a loop may read it once. It is off until the agent's thread switches it on.
    private static boolean on;

    private DeadHeatSampling() {}

    @ForceInline
    static boolean off() {
        return SAMPLES && !on;
    }

    static void set(boolean value) {
        on = value;
    }
}
