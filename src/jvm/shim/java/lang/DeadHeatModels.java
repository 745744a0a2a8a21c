package java.lang;

import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What calls of the libraries mean is said by the classes that src/cli/jvm_effects.def names (models/jvm.toml uses them by
 * their effects); this one is what they share. Called around calls in instrumented code and at a few places inside
 * java.util.concurrent. No method throws, none calls code of the program, but for hashCode of map keys.
 */
public final class DeadHeatModels {
    // Kinds of hand-over, as the native side numbers them.
    static final int EXECUTOR = 1, FUTURE = 2, QUEUE = 3, LATCH = 4, SEMAPHORE = 5, INTERRUPT = 8;

    private DeadHeatModels() {}

    static void event(int kind, Object object, int space, long sub, int site, int detail) {
        if (object == null) return;
        DeadHeatHooks.sync(kind, DeadHeatHooks.handle(object, space, sub), site, detail);
        Reference.reachabilityFence(object);  // the handle goes with it
    }

    static void out(Object object, long sub, int site, int how) {
        event(DeadHeatContract.HANDOVER_OUT, object, DeadHeatContract.CHANNEL, sub, site, how);
    }

    // Where nothing was handed out, nothing comes in.
    static void in(Object object, long sub, int site, int how) {
        long handle = object == null ? 0 : DeadHeatHooks.knownHandle(object, DeadHeatContract.CHANNEL, sub);
        if (handle != 0) DeadHeatHooks.sync(DeadHeatContract.HANDOVER_IN, handle, site, how);
        Reference.reachabilityFence(object);
    }

    /** For hand-overs of an element by a container. */
    static long elementKey(Object container) {
        return 1L << 32 | System.identityHashCode(container);
    }

    /** The value of a field of a class of the JDK that only its code may see; null when there is none. */
    static Object peek(Object object, String type, String field) {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            if (!c.getName().equals(type)) continue;
            long offset = DeadHeatHooks.offsetOf(c, field);
            return offset < 0 ? null : DeadHeatHooks.U.getReference(object, offset);
        }
        return null;
    }

    static boolean ofJdk(Object object) {
        return object.getClass().getClassLoader() == null;
    }

    // For each class of the program: which sites call a method of a library on it.
    private static final ClassValue<ConcurrentHashMap<Integer, Boolean>> LIBRARY = new ClassValue<>() {
        @Override
        protected ConcurrentHashMap<Integer, Boolean> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** The receiver of a call; null: the call runs a method of the program, which is instrumented itself. */
    public static Object library(Object receiver, int site) {
        return receiver == null || ofJdk(receiver) || callsLibrary(receiver.getClass(), site) ? receiver : null;
    }

    private static boolean callsLibrary(Class<?> type, int site) {
        ConcurrentHashMap<Integer, Boolean> sites = LIBRARY.get(type);
        Boolean known = sites.get(site);
        if (known == null) {
            known = DeadHeatHooks.isLibrary(type, site);
            sites.put(site, known);
        }
        return known;
    }
}
