package java.lang.invoke;

import jdk.internal.vm.annotation.ForceInline;

/** Reaches what java.lang.invoke keeps to itself. */
public final class DeadHeatProfile {
    private DeadHeatProfile() {}

    /**
     * The value itself. The compiler takes `counts` (constant there: how often it was false, and true) for its profile: an
     * outcome that never was becomes a trap, which leaves the compiled code for the interpreter and has it compiled again.
     */
    @ForceInline
    public static boolean profiled(boolean value, int[] counts) {
        return MethodHandleImpl.profileBoolean(value, counts);
    }
}
