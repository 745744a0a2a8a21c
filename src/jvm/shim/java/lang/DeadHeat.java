package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import jdk.internal.vm.annotation.Stable;

/**
 * The accesses of instrumented code. What needs no handler (the fast paths that the chain of tools declares)
 * is done here, inlined into the code and folded by the compiler; everything else goes to DeadHeatHooks.
 *
 * r, w: a field of an object. sr, sw: a static field. ar, aw: an element of an array. The last argument is the site.
 */
public final class DeadHeat {
    private static final Unsafe U = DeadHeatHooks.U;

    // The fast paths, at most four of each kind; unused ones have the index -1.
    private static final int READS = (int) DeadHeatHooks.config(0), WRITES = (int) DeadHeatHooks.config(1);
    private static final long R0_MASK = path(16, 0, READS, 0), R1_MASK = path(16, 1, READS, 0),
            R2_MASK = path(16, 2, READS, 0), R3_MASK = path(16, 3, READS, 0);
    private static final long R0_WORD = word(16, 0, READS, 1), R1_WORD = word(16, 1, READS, 1),
            R2_WORD = word(16, 2, READS, 1), R3_WORD = word(16, 3, READS, 1);
    private static final boolean R0_SWAP = path(16, 0, READS, 2) != 0, R1_SWAP = path(16, 1, READS, 2) != 0,
            R2_SWAP = path(16, 2, READS, 2) != 0, R3_SWAP = path(16, 3, READS, 2) != 0;
    private static final long R0_KEEP = path(16, 0, READS, 3), R1_KEEP = path(16, 1, READS, 3),
            R2_KEEP = path(16, 2, READS, 3), R3_KEEP = path(16, 3, READS, 3);
    private static final long R0_WITH = word(16, 0, READS, 4), R1_WITH = word(16, 1, READS, 4),
            R2_WITH = word(16, 2, READS, 4), R3_WITH = word(16, 3, READS, 4);
    private static final long W0_MASK = path(1040, 0, WRITES, 0), W1_MASK = path(1040, 1, WRITES, 0),
            W2_MASK = path(1040, 2, WRITES, 0), W3_MASK = path(1040, 3, WRITES, 0);
    private static final long W0_WORD = word(1040, 0, WRITES, 1), W1_WORD = word(1040, 1, WRITES, 1),
            W2_WORD = word(1040, 2, WRITES, 1), W3_WORD = word(1040, 3, WRITES, 1);
    private static final boolean W0_SWAP = path(1040, 0, WRITES, 2) != 0, W1_SWAP = path(1040, 1, WRITES, 2) != 0,
            W2_SWAP = path(1040, 2, WRITES, 2) != 0, W3_SWAP = path(1040, 3, WRITES, 2) != 0;
    private static final long W0_KEEP = path(1040, 0, WRITES, 3), W1_KEEP = path(1040, 1, WRITES, 3),
            W2_KEEP = path(1040, 2, WRITES, 3), W3_KEEP = path(1040, 3, WRITES, 3);
    private static final long W0_WITH = word(1040, 0, WRITES, 4), W1_WITH = word(1040, 1, WRITES, 4),
            W2_WITH = word(1040, 2, WRITES, 4), W3_WITH = word(1040, 3, WRITES, 4);
    private static final boolean ARRAY_GRAINED = DeadHeatHooks.config(2066) != 0;

    // By site: offset of the shadow word (0: not known yet, -1: no event, -2: volatile), then of the places of the last
    // read and write; the class that has a static field.
    private static final int ROW = 1024, ROWS = 16384;
    @Stable private static final long[][] OFFSETS = new long[ROWS][];
    @Stable private static final long[][] LAST_READS = new long[ROWS][];
    @Stable private static final long[][] LAST_WRITES = new long[ROWS][];
    @Stable private static final Object[][] BASES = new Object[ROWS][];

    private DeadHeat() {}

    private static long path(int from, int path, int count, int field) {
        return path < count ? DeadHeatHooks.config(from + 8 * path + field) : 0;
    }

    // The offset in Thread of the word that a path compares with (or swaps in); -1: there is no such path.
    private static long word(int from, int path, int count, int field) {
        return path < count ? DeadHeatHooks.wordOffset((int) DeadHeatHooks.config(from + 8 * path + field)) : -1;
    }

    private static final int MISS = 0, HIT = 1, SWAPPED = 2;

    @ForceInline
    private static int tryRead(Object base, long at) {
        long shadow = U.getLong(base, at);
        Thread self = Thread.currentThread();
        if (READS > 0 && (shadow & R0_MASK) == U.getLong(self, R0_WORD))
            return !R0_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & R0_KEEP | U.getLong(self, R0_WITH)) ? SWAPPED : MISS;
        if (READS > 1 && (shadow & R1_MASK) == U.getLong(self, R1_WORD))
            return !R1_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & R1_KEEP | U.getLong(self, R1_WITH)) ? SWAPPED : MISS;
        if (READS > 2 && (shadow & R2_MASK) == U.getLong(self, R2_WORD))
            return !R2_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & R2_KEEP | U.getLong(self, R2_WITH)) ? SWAPPED : MISS;
        if (READS > 3 && (shadow & R3_MASK) == U.getLong(self, R3_WORD))
            return !R3_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & R3_KEEP | U.getLong(self, R3_WITH)) ? SWAPPED : MISS;
        return MISS;
    }

    @ForceInline
    private static int tryWrite(Object base, long at) {
        long shadow = U.getLong(base, at);
        Thread self = Thread.currentThread();
        if (WRITES > 0 && (shadow & W0_MASK) == U.getLong(self, W0_WORD))
            return !W0_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & W0_KEEP | U.getLong(self, W0_WITH)) ? SWAPPED : MISS;
        if (WRITES > 1 && (shadow & W1_MASK) == U.getLong(self, W1_WORD))
            return !W1_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & W1_KEEP | U.getLong(self, W1_WITH)) ? SWAPPED : MISS;
        if (WRITES > 2 && (shadow & W2_MASK) == U.getLong(self, W2_WORD))
            return !W2_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & W2_KEEP | U.getLong(self, W2_WITH)) ? SWAPPED : MISS;
        if (WRITES > 3 && (shadow & W3_MASK) == U.getLong(self, W3_WORD))
            return !W3_SWAP ? HIT : U.compareAndSetLong(base, at, shadow, shadow & W3_KEEP | U.getLong(self, W3_WITH)) ? SWAPPED : MISS;
        return MISS;
    }

    @ForceInline
    private static long lookUp(long[][] table, int site) {
        long[] row = table[site / ROW];
        return row == null ? 0 : row[site % ROW];
    }

    // ---- fields

    @Hidden
    @ForceInline
    public static void r(Object object, int site) {
        if (object == null) return;
        long at = lookUp(OFFSETS, site);
        if (at > 0) {
            int found = tryRead(object, at);
            if (found == HIT) return;
            if (found == SWAPPED) {
                long last = lookUp(LAST_READS, site);
                if (last > 0) U.putInt(object, last, site);
                return;
            }
        }
        if (at != -1) field(object, at, site, false);
    }

    @Hidden
    @ForceInline
    public static void w(Object object, int site) {
        if (object == null) return;
        long at = lookUp(OFFSETS, site);
        if (at > 0) {
            int found = tryWrite(object, at);
            if (found == HIT) return;
            if (found == SWAPPED) {
                long last = lookUp(LAST_WRITES, site);
                if (last > 0) U.putInt(object, last, site);
                return;
            }
        }
        if (at != -1) field(object, at, site, true);
    }

    @DontInline
    private static void field(Object object, long at, int site, boolean write) {
        if (at == 0) at = resolve(object, site);
        if (at > 0) {
            slow(object, at, site, write);
        } else if (at == -2) {
            if (write) DeadHeatHooks.volatileWrite(object, site);
            else DeadHeatHooks.volatileRead(object, site);
        }
    }

    private static synchronized long resolve(Object object, int site) {
        long known = lookUp(OFFSETS, site);
        if (known != 0) return known;
        long at = DeadHeatHooks.resolve(site, object);
        if (at == 0) return 0;
        int row = site / ROW;
        if (OFFSETS[row] == null) {
            LAST_READS[row] = new long[ROW];
            LAST_WRITES[row] = new long[ROW];
            U.fullFence();
            OFFSETS[row] = new long[ROW];
        }
        if (at > 0) {
            LAST_READS[row][site % ROW] = DeadHeatHooks.historyOffset(site, 0);
            LAST_WRITES[row][site % ROW] = DeadHeatHooks.historyOffset(site, 1);
            U.fullFence();
        }
        OFFSETS[row][site % ROW] = at;
        return at;
    }

    @DontInline
    private static void slow(Object base, long at, int site, boolean write) {
        long reads = lookUp(LAST_READS, site), writes = lookUp(LAST_WRITES, site);
        for (;;) {
            long word = U.getLongVolatile(base, at);
            int lastRead = reads > 0 ? U.getInt(base, reads) : 0, lastWrite = writes > 0 ? U.getInt(base, writes) : 0;
            long next = DeadHeatHooks.access(word, site, lastRead, lastWrite, base, -1);
            if (next == word || U.compareAndSetLong(base, at, word, next)) break;
        }
        long last = write ? writes : reads;
        if (last > 0) U.putInt(base, last, site);
    }

    // ---- static fields

    @ForceInline
    private static Object base(int site) {
        Object[] row = BASES[site / ROW];
        return row == null ? null : row[site % ROW];
    }

    @Hidden
    @ForceInline
    public static void sr(int site) {
        long at = lookUp(OFFSETS, site);
        if (at > 0) {
            Object base = base(site);
            if (base != null && tryRead(base, at) == HIT) return;
        }
        if (at != -1) staticField(at, site, false);
    }

    @Hidden
    @ForceInline
    public static void sw(int site) {
        long at = lookUp(OFFSETS, site);
        if (at > 0) {
            Object base = base(site);
            if (base != null && tryWrite(base, at) == HIT) return;
        }
        if (at != -1) staticField(at, site, true);
    }

    @DontInline
    private static void staticField(long at, int site, boolean write) {
        if (at == 0) at = resolve(null, site);
        if (at == -2) {
            if (write) DeadHeatHooks.volatileWrite(null, site);
            else DeadHeatHooks.volatileRead(null, site);
        } else if (at > 0) {
            Object base = base(site);
            if (base == null) {
                base = DeadHeatHooks.staticBase(site);
                if (base == null) return;
                // Others may be unloaded, and must not be kept from it.
                if (DeadHeatHooks.isPermanent((Class<?>) base)) keepBase(base, site);
            }
            slow(base, at, site, write);
        }
    }

    private static synchronized void keepBase(Object base, int site) {
        if (BASES[site / ROW] == null) BASES[site / ROW] = new Object[ROW];
        BASES[site / ROW][site % ROW] = base;
    }

    // ---- arrays

    /**
     * A thread's way from the last arrays it used to their shadows. The entries are weak: the shadow stays with them, the
     * array is not kept.
     */
    @ForceInline
    private static long[] shadow(Object array) {
        DeadHeatTable.Entry[] cache = DeadHeatHooks.cache(Thread.currentThread());
        if (cache != null) {
            DeadHeatTable.Entry entry = cache[System.identityHashCode(array) & DeadHeatHooks.CACHE - 1];
            if (entry != null && entry.get() == array) return entry.shadow;
        }
        return findShadow(array, cache);
    }

    @DontInline
    private static long[] findShadow(Object array, DeadHeatTable.Entry[] cache) {
        DeadHeatTable.Entry entry = DeadHeatHooks.shadowEntry(array, ARRAY_GRAINED);
        if (cache != null) cache[System.identityHashCode(array) & DeadHeatHooks.CACHE - 1] = entry;
        return entry.shadow;
    }

    @ForceInline
    private static boolean inRange(Object array, int index) {
        return index >= 0 && index < java.lang.reflect.Array.getLength(array);
    }

    @Hidden
    @ForceInline
    public static void ar(Object array, int index, int site) {
        if (array == null || !inRange(array, index)) return;
        long[] shadow = shadow(array);
        if (ARRAY_GRAINED) index = 0;
        long at = Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * index;
        int found = tryRead(shadow, at);
        if (found == MISS) element(shadow, at, index, site, false);
        else if (found == SWAPPED) keepPlace(shadow, site, false);
    }

    @Hidden
    @ForceInline
    public static void aw(Object array, int index, int site) {
        if (array == null || !inRange(array, index)) return;
        long[] shadow = shadow(array);
        if (ARRAY_GRAINED) index = 0;
        long at = Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * index;
        int found = tryWrite(shadow, at);
        if (found == MISS) element(shadow, at, index, site, true);
        else if (found == SWAPPED) keepPlace(shadow, site, true);
    }

    /** Elements that a library call reads or writes; what is out of range the call itself complains about. */
    static void elements(Object array, int from, int count, int site, boolean write) {
        int length = java.lang.reflect.Array.getLength(array);
        if (from < 0 || count < 0 || from > length - count) return;
        long[] shadow = shadow(array);
        int end = ARRAY_GRAINED ? 1 : from + count;
        for (int index = ARRAY_GRAINED ? 0 : from; index < end; index++) {
            long at = Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * index;
            int found = write ? tryWrite(shadow, at) : tryRead(shadow, at);
            if (found == MISS) element(shadow, at, write ? index | WRITTEN_BY_CALL : index, site, write);
            else if (found == SWAPPED) keepPlace(shadow, site, write);
        }
    }

    private static final int WRITTEN_BY_CALL = 1 << 30;

    // The last word of a shadow has the sites of the last read and write of any element.
    @ForceInline
    private static void keepPlace(long[] shadow, int site, boolean write) {
        U.putInt(shadow, Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * (shadow.length - 1) + (write ? 0 : 4), site);
    }

    @DontInline
    private static void element(long[] shadow, long at, int index, int site, boolean write) {
        long places = Unsafe.ARRAY_LONG_BASE_OFFSET + 8L * (shadow.length - 1);
        for (;;) {
            long word = U.getLongVolatile(shadow, at);
            long next = DeadHeatHooks.access(word, site, U.getInt(shadow, places + 4), U.getInt(shadow, places), shadow, index);
            if (next == word || U.compareAndSetLong(shadow, at, word, next)) break;
        }
        keepPlace(shadow, site, write);
    }
}
