package java.lang;

import static java.lang.DeadHeatModels.*;

/** Atomic variables: classes of java.util.concurrent.atomic, field updaters, variable handles. See DeadHeatModels. */
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

    private static void handle(int kind, Object handle, Object first, long index, int site) {
        if (!(handle instanceof java.lang.invoke.VarHandle)) return;
        for (Class<?> c = handle.getClass(); c != null; c = c.getSuperclass()) {
            long at = DeadHeatHooks.offsetOf(c, "fieldOffset");
            if (at < 0) continue;
            long base = DeadHeatHooks.offsetOf(c, "base"); // of static fields
            Object holder = base < 0 ? first : DeadHeatHooks.U.getReference(handle, base);
            event(kind, holder, DeadHeatContract.ATOMIC, DeadHeatHooks.U.getLong(handle, at), site, 0);
            return;
        }
        if (first != null && first.getClass().isArray()) event(kind, first, DeadHeatContract.ATOMIC, index + 1, site, 0);
    }

    public static void handleRead(Object handle, Object first, int site) {
        handle(DeadHeatContract.VOLATILE_READ, handle, first, 0, site);
    }

    public static void handleWrite(Object handle, Object first, int site) {
        handle(DeadHeatContract.VOLATILE_WRITE, handle, first, 0, site);
    }

    // The first operand of a handle of a static field is the value.
    public static void handleRead(Object handle, int value, int site) {
        handle(DeadHeatContract.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, long value, int site) {
        handle(DeadHeatContract.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, float value, int site) {
        handle(DeadHeatContract.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleRead(Object handle, double value, int site) {
        handle(DeadHeatContract.VOLATILE_READ, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, int value, int site) {
        handle(DeadHeatContract.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, long value, int site) {
        handle(DeadHeatContract.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, float value, int site) {
        handle(DeadHeatContract.VOLATILE_WRITE, handle, null, 0, site);
    }

    public static void handleWrite(Object handle, double value, int site) {
        handle(DeadHeatContract.VOLATILE_WRITE, handle, null, 0, site);
    }
}
