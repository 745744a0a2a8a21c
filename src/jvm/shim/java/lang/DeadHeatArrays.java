package java.lang;

import java.lang.reflect.Array;

/** Elements of arrays that the library reads or writes. See DeadHeatModels. */
public final class DeadHeatArrays {
    private DeadHeatArrays() {}

    private static boolean isArray(Object array) {
        return array != null && array.getClass().isArray();
    }

    /** What of the range is in the array: calls may throw instead. */
    private static void range(Object array, int from, int count, boolean write, int site) {
        if (!isArray(array) || from < 0) return;
        int within = Math.min(count, Array.getLength(array) - from);
        if (within > 0) DeadHeat.elements(array, from, within, site, write);
    }

    public static void arraycopy(Object from, int fromAt, Object to, int toAt, int count, int site) {
        if (!isArray(from) || !isArray(to) || count <= 0) return;
        DeadHeat.elements(from, fromAt, count, site, false);
        DeadHeat.elements(to, toAt, count, site, true);
    }

    public static void read(Object array, int site) {
        range(array, 0, Integer.MAX_VALUE, false, site);
    }

    public static void readFirst(Object array, int count, int site) {
        range(array, 0, count, false, site);
    }

    /** The element at `to` is not among them. */
    public static void readRange(Object array, int from, int to, int site) {
        range(array, from, to - from, false, site);
    }

    public static void readCount(Object array, int from, int count, int site) {
        range(array, from, count, false, site);
    }

    public static void write(Object array, int site) {
        range(array, 0, Integer.MAX_VALUE, true, site);
    }

    public static void writeFirst(Object array, int count, int site) {
        range(array, 0, count, true, site);
    }

    /** The element at `to` is not among them. */
    public static void writeRange(Object array, int from, int to, int site) {
        range(array, from, to - from, true, site);
    }

    /** Of a call that writes at most `count` elements. */
    public static void writeCount(Object array, int from, int count, int site) {
        range(array, from, count, true, site);
    }

    /** Those of a text from `from` to `to` are put into the array, from `at` on. */
    public static void charsWritten(int from, int to, Object array, int at, int site) {
        range(array, at, to - from, true, site);
    }

    public static void elementRead(Object array, int index, int site) {
        range(array, index, 1, false, site);
    }

    public static void elementWrite(Object array, int index, int site) {
        range(array, index, 1, true, site);
    }

    // Where a buffer has its array, and the index of its first element in it; null: there is none.
    private static final ClassValue<long[]> BEHIND = new ClassValue<>() {
        @Override
        protected long[] computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c.getSuperclass() != java.nio.Buffer.class) continue;
                long array = DeadHeatHooks.offsetOf(c, "hb"), offset = DeadHeatHooks.offsetOf(c, "offset");
                return array < 0 || offset < 0 ? null : new long[] {array, offset};
            }
            return null;
        }
    };

    /** An absolute access; of several bytes, the first one stands for all. */
    public static void bufferRead(Object buffer, int index, int site) {
        bufferElement(buffer, index, false, site);
    }

    public static void bufferWrite(Object buffer, int index, int site) {
        bufferElement(buffer, index, true, site);
    }

    private static void bufferElement(Object buffer, int index, boolean write, int site) {
        long[] at = buffer == null ? null : BEHIND.get(buffer.getClass());
        Object array = at == null || index < 0 ? null : DeadHeatHooks.U.getReference(buffer, at[0]);
        if (array != null) range(array, DeadHeatHooks.U.getInt(buffer, at[1]) + index, 1, write, site);
    }
}
