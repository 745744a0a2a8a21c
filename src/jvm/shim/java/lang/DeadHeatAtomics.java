package java.lang;

import static java.lang.DeadHeatModels.*;

/** Atomic variables: classes of java.util.concurrent.atomic, field updaters. See DeadHeatModels. */
public final class DeadHeatAtomics {
    private DeadHeatAtomics() {}

    public static void atomicRead(Object atomic, int site) {
        event(DeadHeatContract.ATOMIC_READ, atomic, DeadHeatContract.ATOMIC, 0, site, 0);
    }

    public static void atomicWrite(Object atomic, int site) {
        event(DeadHeatContract.ATOMIC_WRITE, atomic, DeadHeatContract.ATOMIC, 0, site, 0);
    }

    public static void elementRead(Object array, int index, int site) {
        event(DeadHeatContract.ATOMIC_READ, array, DeadHeatContract.ATOMIC, index + 1L, site, 0);
    }

    public static void elementWrite(Object array, int index, int site) {
        event(DeadHeatContract.ATOMIC_WRITE, array, DeadHeatContract.ATOMIC, index + 1L, site, 0);
    }

    private static long updaterOffset(Object updater) {
        for (Class<?> c = updater.getClass(); c != null; c = c.getSuperclass()) {
            long at = DeadHeatHooks.offsetOf(c, "offset");
            if (at >= 0) return DeadHeatHooks.U.getLong(updater, at);
        }
        return 0;
    }

    public static void updaterRead(Object updater, Object object, int site) {
        if (updater != null) event(DeadHeatContract.VOLATILE_READ, object, DeadHeatContract.ATOMIC, updaterOffset(updater), site, 0);
    }

    public static void updaterWrite(Object updater, Object object, int site) {
        if (updater != null) event(DeadHeatContract.VOLATILE_WRITE, object, DeadHeatContract.ATOMIC, updaterOffset(updater), site, 0);
    }
}
