package java.lang;

import static java.lang.DeadHeatContract.EPOCH_BITS;

import jdk.internal.misc.Unsafe;

/**
 * Accesses with their values, for chains with a tool that may give reads another value. Called by instrumented code
 * instead of DeadHeat: before a write, after a read. There are no fast paths. Instance accesses have an object, static
 * ones null; elements of arrays of references have no values.
 */
public final class DeadHeatValues {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long VOLATILE = -2;

    private DeadHeatValues() {}

    /** One event; the value that a read gives. */
    private static long event(Object base, long offset, long reads, long writes, int index, int site, boolean write, long value) {
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(base, offset);
            long readEntry = index < 0 ? 0 : DeadHeat.entryOf(word), writeEntry = index < 0 ? 0 : DeadHeat.entryOf(word >>> EPOCH_BITS);
            int lastRead = reads > 0 ? U.getInt(base, reads + readEntry) : 0;
            int lastWrite = writes > 0 ? U.getInt(base, writes + writeEntry) : 0;
            long next = DeadHeatHooks.access(word, site, lastRead, lastWrite, index, sweeps, value);
            if (next == word || next != DeadHeatContract.LOOK_AGAIN && U.compareAndSetLong(base, offset, word, next)) break;
        }
        long place = write ? writes : reads;
        if (place > 0 && index < 0) {
            DeadHeatPaths.place(base, place, site);
        } else if (place > 0) {
            DeadHeatPaths.placeOfElement(base, place, site);
        }
        return write ? value : DeadHeatHooks.replaced();
    }

    private static long field(Object object, long value, int site, boolean isStatic, boolean write) {
        long offset = DeadHeat.at(DeadHeat.OFFSETS, site);
        if (offset == 0) offset = DeadHeat.resolve(object, site, isStatic);
        if (offset == VOLATILE) {
            if (write) {
                DeadHeatHooks.volatileWrite(object, site);
            } else {
                DeadHeatHooks.volatileRead(object, site);
            }
        }
        Object base = isStatic ? DeadHeatHooks.staticBase(site) : object;
        if (offset < VOLATILE && !DeadHeatHooks.hasUsed(VOLATILE - offset)) DeadHeatHooks.use((Class<?>) base, VOLATILE - offset, site);
        if (offset <= 0 || base == null) return value;
        return event(base, offset, DeadHeat.at(DeadHeat.HISTORY_R, site), DeadHeat.at(DeadHeat.HISTORY_W, site), -1, site, write, value);
    }

    private static long element(Object array, int index, long value, int site, boolean write) {
        if (array == null || Integer.compareUnsigned(index, java.lang.reflect.Array.getLength(array)) >= 0) return value;
        long[] shadow = DeadHeat.shadow(array, site);
        long offset = DeadHeatHooks.LONGS + ((DeadHeat.WHOLE_ARRAYS ? 0L : index) << 3);
        return event(shadow, offset, DeadHeat.readsAt(shadow), DeadHeat.writesAt(shadow), index, site, write, value);
    }

    // ---- references: the last that were written have numbers, by which they can come back

    private static final int REMEMBERED = 1 << 16;
    private static final Object[] WRITTEN = new Object[REMEMBERED];
    private static final java.util.concurrent.atomic.AtomicLong NEXT = new java.util.concurrent.atomic.AtomicLong(1);
    private static final long NULL = 0, TRUE_ONE = -1;

    private static long number(Object value) {
        if (value == null) return NULL;
        long number = NEXT.getAndIncrement();
        WRITTEN[(int) number & REMEMBERED - 1] = value;
        return number;
    }

    private static Object written(long number, Object otherwise) {
        if (number == NULL) return null;
        boolean known = number > 0 && NEXT.get() - number < REMEMBERED / 2;
        return known ? WRITTEN[(int) number & REMEMBERED - 1] : otherwise;
    }

    public static Object readL(Object object, Object value, int site) {
        long number = field(object, TRUE_ONE, site, object == null, false);
        return number == TRUE_ONE ? value : written(number, value);
    }

    public static void writeL(Object object, Object value, int site) {
        if (object != null) field(object, number(value), site, false, true);
    }

    public static void writeStaticL(Object value, int site) {
        field(null, number(value), site, true, true);
    }

    // ---- primitive values, as bits

    public static int readI(Object object, int value, int site) {
        return (int) field(object, value, site, object == null, false);
    }

    public static void writeI(Object object, int value, int site) {
        if (object != null) field(object, value, site, false, true);
    }

    public static void writeStaticI(int value, int site) {
        field(null, value, site, true, true);
    }

    public static int readElementI(Object array, int index, int value, int site) {
        return (int) element(array, index, value, site, false);
    }

    public static void writeElementI(Object array, int index, int value, int site) {
        element(array, index, value, site, true);
    }

    public static long readJ(Object object, long value, int site) {
        return field(object, value, site, object == null, false);
    }

    public static void writeJ(Object object, long value, int site) {
        if (object != null) field(object, value, site, false, true);
    }

    public static void writeStaticJ(long value, int site) {
        field(null, value, site, true, true);
    }

    public static long readElementJ(Object array, int index, long value, int site) {
        return element(array, index, value, site, false);
    }

    public static void writeElementJ(Object array, int index, long value, int site) {
        element(array, index, value, site, true);
    }

    public static float readF(Object object, float value, int site) {
        return Float.intBitsToFloat((int) field(object, Float.floatToRawIntBits(value), site, object == null, false));
    }

    public static void writeF(Object object, float value, int site) {
        if (object != null) field(object, Float.floatToRawIntBits(value), site, false, true);
    }

    public static void writeStaticF(float value, int site) {
        field(null, Float.floatToRawIntBits(value), site, true, true);
    }

    public static float readElementF(Object array, int index, float value, int site) {
        return Float.intBitsToFloat((int) element(array, index, Float.floatToRawIntBits(value), site, false));
    }

    public static void writeElementF(Object array, int index, float value, int site) {
        element(array, index, Float.floatToRawIntBits(value), site, true);
    }

    public static double readD(Object object, double value, int site) {
        return Double.longBitsToDouble(field(object, Double.doubleToRawLongBits(value), site, object == null, false));
    }

    public static void writeD(Object object, double value, int site) {
        if (object != null) field(object, Double.doubleToRawLongBits(value), site, false, true);
    }

    public static void writeStaticD(double value, int site) {
        field(null, Double.doubleToRawLongBits(value), site, true, true);
    }

    public static double readElementD(Object array, int index, double value, int site) {
        return Double.longBitsToDouble(element(array, index, Double.doubleToRawLongBits(value), site, false));
    }

    public static void writeElementD(Object array, int index, double value, int site) {
        element(array, index, Double.doubleToRawLongBits(value), site, true);
    }
}
