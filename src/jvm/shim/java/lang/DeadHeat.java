package java.lang;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import jdk.internal.vm.annotation.Stable;

/**
 * What instrumented code calls at every access. The compiler inlines these methods, knows the chain's masks and the
 * offset of a site's shadow as constants, and is left with a load, a mask and a comparison; only misses go on to
 * DeadHeatHooks. No method throws; objects may be null, and indices out of range: the access itself will say so.
 *
 * A chain's fast paths are data (dynamic/fast_paths.h): the first path whose comparison holds decides.
 */
public final class DeadHeat {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long NONE = -1, VOLATILE = -2;
    private static final int ROW_BITS = 10, ROW = (1 << ROW_BITS) - 1, ROWS = 1 << 14;

    // By site. Zero: not known yet; the compiler takes what is not zero for a constant.
    @Stable static final long[][] OFFSETS = new long[ROWS][];
    @Stable static final long[][] HISTORY_R = new long[ROWS][];
    @Stable static final long[][] HISTORY_W = new long[ROWS][];
    @Stable static final Object[][] BASES = new Object[ROWS][];

    private static final int R_PATHS = config(2) == 1 ? (int) config(0) : 0;
    private static final int W_PATHS = config(2) == 1 ? (int) config(1) : 0;
    private static final boolean HISTORY = config(2064) != 0;
    private static final boolean WHOLE_ARRAYS = config(2066) != 0;
    private static final boolean SITE_CACHE = config(2067) == 0;
    private static final long R0_MASK = config(16);
    private static final long R0_WORD = wordOffset(config(17));
    private static final boolean R0_SWAP = config(18) != 0;
    private static final long R0_KEEP = config(19);
    private static final long R0_WITH = wordOffset(config(20));
    private static final long R1_MASK = config(24);
    private static final long R1_WORD = wordOffset(config(25));
    private static final boolean R1_SWAP = config(26) != 0;
    private static final long R1_KEEP = config(27);
    private static final long R1_WITH = wordOffset(config(28));
    private static final long R2_MASK = config(32);
    private static final long R2_WORD = wordOffset(config(33));
    private static final boolean R2_SWAP = config(34) != 0;
    private static final long R2_KEEP = config(35);
    private static final long R2_WITH = wordOffset(config(36));
    private static final long R3_MASK = config(40);
    private static final long R3_WORD = wordOffset(config(41));
    private static final boolean R3_SWAP = config(42) != 0;
    private static final long R3_KEEP = config(43);
    private static final long R3_WITH = wordOffset(config(44));
    private static final long R4_MASK = config(48);
    private static final long R4_WORD = wordOffset(config(49));
    private static final boolean R4_SWAP = config(50) != 0;
    private static final long R4_KEEP = config(51);
    private static final long R4_WITH = wordOffset(config(52));
    private static final long R5_MASK = config(56);
    private static final long R5_WORD = wordOffset(config(57));
    private static final boolean R5_SWAP = config(58) != 0;
    private static final long R5_KEEP = config(59);
    private static final long R5_WITH = wordOffset(config(60));
    private static final long W0_MASK = config(1040);
    private static final long W0_WORD = wordOffset(config(1041));
    private static final boolean W0_SWAP = config(1042) != 0;
    private static final long W0_KEEP = config(1043);
    private static final long W0_WITH = wordOffset(config(1044));
    private static final long W1_MASK = config(1048);
    private static final long W1_WORD = wordOffset(config(1049));
    private static final boolean W1_SWAP = config(1050) != 0;
    private static final long W1_KEEP = config(1051);
    private static final long W1_WITH = wordOffset(config(1052));
    private static final long W2_MASK = config(1056);
    private static final long W2_WORD = wordOffset(config(1057));
    private static final boolean W2_SWAP = config(1058) != 0;
    private static final long W2_KEEP = config(1059);
    private static final long W2_WITH = wordOffset(config(1060));
    private static final long W3_MASK = config(1064);
    private static final long W3_WORD = wordOffset(config(1065));
    private static final boolean W3_SWAP = config(1066) != 0;
    private static final long W3_KEEP = config(1067);
    private static final long W3_WITH = wordOffset(config(1068));
    private static final long W4_MASK = config(1072);
    private static final long W4_WORD = wordOffset(config(1073));
    private static final boolean W4_SWAP = config(1074) != 0;
    private static final long W4_KEEP = config(1075);
    private static final long W4_WITH = wordOffset(config(1076));
    private static final long W5_MASK = config(1080);
    private static final long W5_WORD = wordOffset(config(1081));
    private static final boolean W5_SWAP = config(1082) != 0;
    private static final long W5_KEEP = config(1083);
    private static final long W5_WITH = wordOffset(config(1084));

    private DeadHeat() {}

    private static long config(int index) {
        return DeadHeatHooks.config(index);
    }

    // Word 0 of every thread is zero and needs no load.
    private static long wordOffset(long index) {
        return index <= 0 || index > 64 ? 0 : U.objectFieldOffset(Thread.class, "dh$w" + (index + 1));
    }

    @ForceInline
    private static long word(Thread thread, long offset) {
        return offset == 0 ? 0 : U.getLong(thread, offset);
    }

    /** Whether a read needs no handler. That of a static field may also be the first use of its class. */
    @ForceInline
    private static boolean readHit(Object base, long offset, long word, long history, int site, boolean isStatic) {
        Thread thread = Thread.currentThread();
        if (R_PATHS > 0 && (word & R0_MASK) == word(thread, R0_WORD)) {
            if (!R0_SWAP) return true;
            return swap(base, offset, word, R0_KEEP, word(thread, R0_WITH), history, site);
        }
        if (R_PATHS > 1 && (word & R1_MASK) == word(thread, R1_WORD)) {
            if (!R1_SWAP) return true;
            return swap(base, offset, word, R1_KEEP, word(thread, R1_WITH), history, site);
        }
        if (R_PATHS > 2 && (word & R2_MASK) == word(thread, R2_WORD)) {
            if (!R2_SWAP) return true;
            return swap(base, offset, word, R2_KEEP, word(thread, R2_WITH), history, site);
        }
        if (R_PATHS > 3 && (word & R3_MASK) == word(thread, R3_WORD)) {
            if (!R3_SWAP) return true;
            return swap(base, offset, word, R3_KEEP, word(thread, R3_WITH), history, site);
        }
        if (R_PATHS > 4 && (word & R4_MASK) == word(thread, R4_WORD)) {
            if (!R4_SWAP) return true;
            return swap(base, offset, word, R4_KEEP, word(thread, R4_WITH), history, site);
        }
        if (R_PATHS > 5 && (word & R5_MASK) == word(thread, R5_WORD)) {
            if (!R5_SWAP) return true;
            return swap(base, offset, word, R5_KEEP, word(thread, R5_WITH), history, site);
        }
        if (MEMO == 0 || isStatic) return false;
        long memo = U.getLong(thread, MEMO);
        return memo != 0 && U.getLong(memo + ((word & MEMO_READS - 1) << 3)) == word;
    }

    /** Whether a write needs no handler. */
    @ForceInline
    private static boolean writeHit(Object base, long offset, long word, long history, int site) {
        Thread thread = Thread.currentThread();
        if (W_PATHS > 0 && (word & W0_MASK) == word(thread, W0_WORD)) {
            if (!W0_SWAP) return true;
            return swap(base, offset, word, W0_KEEP, word(thread, W0_WITH), history, site);
        }
        if (W_PATHS > 1 && (word & W1_MASK) == word(thread, W1_WORD)) {
            if (!W1_SWAP) return true;
            return swap(base, offset, word, W1_KEEP, word(thread, W1_WITH), history, site);
        }
        if (W_PATHS > 2 && (word & W2_MASK) == word(thread, W2_WORD)) {
            if (!W2_SWAP) return true;
            return swap(base, offset, word, W2_KEEP, word(thread, W2_WITH), history, site);
        }
        if (W_PATHS > 3 && (word & W3_MASK) == word(thread, W3_WORD)) {
            if (!W3_SWAP) return true;
            return swap(base, offset, word, W3_KEEP, word(thread, W3_WITH), history, site);
        }
        if (W_PATHS > 4 && (word & W4_MASK) == word(thread, W4_WORD)) {
            if (!W4_SWAP) return true;
            return swap(base, offset, word, W4_KEEP, word(thread, W4_WITH), history, site);
        }
        if (W_PATHS > 5 && (word & W5_MASK) == word(thread, W5_WORD)) {
            if (!W5_SWAP) return true;
            return swap(base, offset, word, W5_KEEP, word(thread, W5_WITH), history, site);
        }
        return false;
    }

    private static final long MEMO = DeadHeatHooks.MEMO, STAMP = DeadHeatHooks.STAMP;
    private static final long FRESH = freshWord();

    /** Where a thread has the word of a location that it is the first to write to; 0: there is none. */
    private static long freshWord() {
        for (int path = 0; path < W_PATHS; path++) {
            int at = 1040 + 8 * path;
            if (config(at) == -1 && config(at + 1) == 0 && config(at + 2) != 0 && config(at + 3) == 0)
                return wordOffset(config(at + 4));
        }
        return 0;
    }

    private static final int MEMO_READS = 64, MEMO_STEPS = 256;

    /** Where the word stands that an access makes of `word`, if it is remembered; else 0. See agent/memo.h. */
    private static long remembered(long word, int site, int lastRead, int lastWrite) {
        if (MEMO == 0) return 0;
        long memo = U.getLong(Thread.currentThread(), MEMO);
        if (memo == 0) return 0;
        long mixed = word ^ word >>> 30 ^ site * 31L;
        long stamp = memo + 8 * MEMO_READS;
        long step = stamp + 8 + ((mixed ^ mixed >>> 8) & MEMO_STEPS - 1) * 32;
        boolean found = U.getLong(step) == word && U.getLong(step + 8) == ((long) site << 32 | lastRead & 0xFFFFFFFFL)
                && U.getLong(step + 16) == (U.getLong(stamp) << 32 | lastWrite & 0xFFFFFFFFL);
        return found ? step + 24 : 0;
    }

    @ForceInline
    private static boolean swap(Object base, long offset, long word, long keep, long with, long history, int site) {
        if (with == -1) return false;
        // What was there is the thread's own or nothing, so that the place may be there before the word.
        if (HISTORY && history > 0) place(base, history, site);
        if (!U.compareAndSetLong(base, offset, word, word & keep | with)) return false;
        keepStack(site);
        return true;
    }

    /** The stack of the first time a thread is at a place is kept; handlers do that for themselves. */
    @ForceInline
    private static void keepStack(int site) {
        long seen = U.getLong(Thread.currentThread(), DeadHeatHooks.SEEN);
        if (seen != 0 && U.getInt(seen + ((site & DeadHeatHooks.MOST_SEEN - 1) << 2)) != site) DeadHeatHooks.see(site);
    }

    /** Most often it is there already, and a store would take the line from the caches of other threads. */
    @ForceInline
    private static void place(Object base, long history, int site) {
        if (U.getInt(base, history) != site) U.putInt(base, history, site);
    }

    @ForceInline
    private static long at(long[][] table, int site) {
        long[] row = table[site >>> ROW_BITS];
        return row == null ? 0 : row[site & ROW];
    }

    // ---- fields

    @Hidden
    @ForceInline
    public static void r(Object object, int site) {
        if (object == null) return;
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            if (!readHit(object, offset, U.getLong(object, offset), HISTORY ? at(HISTORY_R, site) : 0, site, false))
                miss(object, object, offset, site, false);
        } else if (offset != NONE) {
            unresolved(object, site, false, false);
        }
    }

    @Hidden
    @ForceInline
    public static void w(Object object, int site) {
        if (object == null) return;
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            if (!writeHit(object, offset, U.getLong(object, offset), HISTORY ? at(HISTORY_W, site) : 0, site))
                miss(object, object, offset, site, true);
        } else if (offset != NONE) {
            unresolved(object, site, true, false);
        }
    }

    /** A read in a loop of a field of `this` that was checked when the thread's stamp was `stamp`; the stamp now. */
    @Hidden
    @ForceInline
    public static long r(Object object, long stamp, int site) {
        long now = U.getLong(Thread.currentThread(), STAMP);
        if (now != stamp) r(object, site);
        return now;
    }

    @Hidden
    @ForceInline
    public static long w(Object object, long stamp, int site) {
        long now = U.getLong(Thread.currentThread(), STAMP);
        if (now != stamp) w(object, site);
        return now;
    }

    /** A write to a field of an object that its constructor has not shown to anybody. */
    @Hidden
    @ForceInline
    public static void wi(Object object, int site) {
        long offset = at(OFFSETS, site);
        if (FRESH != 0 && offset > 0 && U.getLong(object, offset) == 0) {
            long word = U.getLong(Thread.currentThread(), FRESH);
            if (word != -1) {
                U.putLong(object, offset, word);
                if (HISTORY && at(HISTORY_W, site) > 0) U.putInt(object, at(HISTORY_W, site), site);
                keepStack(site);
                return;
            }
        }
        w(object, site);
    }

    @Hidden
    @ForceInline
    public static void sr(int site) {
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            Object base = base(site);
            if (!readHit(base, offset, U.getLong(base, offset), HISTORY ? at(HISTORY_R, site) : 0, site, true))
                miss(null, base, offset, site, false);
        } else if (offset != NONE) {
            unresolved(null, site, false, true);
        }
    }

    @Hidden
    @ForceInline
    public static void sw(int site) {
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            Object base = base(site);
            if (!writeHit(base, offset, U.getLong(base, offset), HISTORY ? at(HISTORY_W, site) : 0, site))
                miss(null, base, offset, site, true);
        } else if (offset != NONE) {
            unresolved(null, site, true, true);
        }
    }

    @Hidden
    @DontInline
    private static void miss(Object object, Object base, long offset, int site, boolean write) {
        long reads = HISTORY ? at(HISTORY_R, site) : 0;
        long writes = HISTORY ? at(HISTORY_W, site) : 0;
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(base, offset);
            int lastRead = reads > 0 ? U.getInt(base, reads) : 0;
            int lastWrite = writes > 0 ? U.getInt(base, writes) : 0;
            long known = remembered(word, site, lastRead, lastWrite);
            long next = known != 0 ? U.getLong(known) : DeadHeatHooks.access(word, site, lastRead, lastWrite, object, -1, sweeps);
            if (next == word || next != DeadHeatHooks.LOOK_AGAIN && U.compareAndSetLong(base, offset, word, next)) break;
        }
        long own = write ? writes : reads;
        if (own > 0) place(base, own, site);
    }

    /** The first access of a site, or one of a volatile field. */
    @Hidden
    @DontInline
    private static void unresolved(Object object, int site, boolean write, boolean isStatic) {
        long offset = at(OFFSETS, site);
        if (offset == 0) offset = resolve(object, site, isStatic);
        if (offset == VOLATILE) {
            if (write) {
                DeadHeatHooks.volatileWrite(object, site);
            } else {
                DeadHeatHooks.volatileRead(object, site);
            }
        } else if (offset > 0) {
            Object base = isStatic ? DeadHeatHooks.staticBase(site) : object;
            if (base != null) miss(object, base, offset, site, write);
        }
    }

    private static long resolve(Object object, int site, boolean isStatic) {
        int row = site >>> ROW_BITS;
        if (row >= ROWS) return NONE;
        synchronized (OFFSETS) {
            if (OFFSETS[row] == null) {
                HISTORY_R[row] = new long[1 << ROW_BITS];
                HISTORY_W[row] = new long[1 << ROW_BITS];
                BASES[row] = new Object[1 << ROW_BITS];
                U.storeFence();
                OFFSETS[row] = new long[1 << ROW_BITS];
            }
        }
        long offset = DeadHeatHooks.resolve(site, object);
        if (offset > 0) {
            if (isStatic) {
                Object base = DeadHeatHooks.staticBase(site);
                if (base == null) return 0;
                boolean stays = DeadHeatHooks.isPermanent((Class<?>) base);
                BASES[row][site & ROW] = stays ? base : new WeakReference<>(base);
            }
            if (HISTORY) {
                HISTORY_R[row][site & ROW] = DeadHeatHooks.historyOffset(site, 0);
                HISTORY_W[row][site & ROW] = DeadHeatHooks.historyOffset(site, 1);
            }
        }
        U.storeFence();  // the offset says that the rest is there
        OFFSETS[row][site & ROW] = offset;
        return offset;
    }

    /** Where the shadow of a site's static field is. Classes that may go are kept weakly; code that runs keeps them. */
    @ForceInline
    private static Object base(int site) {
        Object base = BASES[site >>> ROW_BITS][site & ROW];
        return base instanceof WeakReference ? ((WeakReference<?>) base).get() : base;
    }

    /** Called by the agent: the sites of a class that is gone are those of another of the same bytes now. */
    static void forgetSites(int first, int count) {
        for (int site = first; site < first + count; site++) {
            int row = site >>> ROW_BITS;
            if (row >= ROWS || OFFSETS[row] == null) continue;
            OFFSETS[row][site & ROW] = 0;
            HISTORY_R[row][site & ROW] = 0;
            HISTORY_W[row][site & ROW] = 0;
            BASES[row][site & ROW] = null;
        }
    }

    // ---- arrays: the shadow of an array of n elements has n + 1 words; the last holds the last sites

    private static final class Pair {
        final Object array;
        final long[] shadow;

        Pair(Object array, long[] shadow) {
            this.array = array;
            this.shadow = shadow;
        }
    }

    // Each thread has a cache by site, and all share one by identity. Both hold arrays strongly and are
    // emptied after a garbage collection, which the sentinel notices.
    private static final long CACHE = U.objectFieldOffset(Thread.class, "dh$c");
    private static final int CACHE_SIZE = 1 << 10, RECENT_SIZE = 1 << 14;
    private static final Pair[] RECENT = new Pair[RECENT_SIZE];
    private static volatile WeakReference<Object> sentinel = new WeakReference<>(new Object());
    private static final long ARRAY = 8L << 56;  // the key in DeadHeatTable

    @ForceInline
    private static long[] shadow(Object array, int site) {
        if (SITE_CACHE) {
            Object[] cache = (Object[]) U.getReference(Thread.currentThread(), CACHE);
            if (cache != null) {
                Pair pair = (Pair) cache[site & CACHE_SIZE - 1];
                if (pair != null && pair.array == array) return pair.shadow;
            }
        }
        return find(array, site);
    }

    @DontInline
    private static long[] find(Object array, int site) {
        if (!SITE_CACHE) return tabled(array);
        Thread thread = Thread.currentThread();
        Object[] cache = (Object[]) U.getReference(thread, CACHE);
        WeakReference<Object> watched = sentinel;
        if (watched.refersTo(null)) {
            sentinel = watched = new WeakReference<>(new Object());
            java.util.Arrays.fill(RECENT, null);
        }
        if (cache == null || cache[CACHE_SIZE] != watched) {
            cache = new Object[CACHE_SIZE + 1];
            cache[CACHE_SIZE] = watched;
            U.putReference(thread, CACHE, cache);
        }
        int hash = System.identityHashCode(array);
        Pair pair = RECENT[hash & RECENT_SIZE - 1];
        if (pair == null || pair.array != array) {
            pair = new Pair(array, tabled(array));
            RECENT[hash & RECENT_SIZE - 1] = pair;
        }
        cache[site & CACHE_SIZE - 1] = pair;
        return pair.shadow;
    }

    private static long[] tabled(Object array) {
        DeadHeatTable.Entry entry = DeadHeatHooks.TABLE.find(array, ARRAY);
        if (entry == null) {
            int length = WHOLE_ARRAYS ? 1 : java.lang.reflect.Array.getLength(array);
            if (length == Integer.MAX_VALUE) --length;
            entry = DeadHeatHooks.TABLE.add(array, ARRAY, 0, new long[length + 1]);
        }
        return entry.shadow;
    }

    /** The shadow of what may be an array, which a loop keeps in a local; else null. */
    @Hidden
    @ForceInline
    public static long[] shadowOf(Object array, int site) {
        return array == null || !array.getClass().isArray() ? null : shadow(array, site);
    }

    /** The same, if `shadow` is known to be that of `known`. */
    @Hidden
    @ForceInline
    public static long[] shadowOf(Object array, Object known, long[] shadow, int site) {
        return array == known ? shadow : array == null ? null : shadow(array, site);
    }

    /** Whether an access at `place` would be in range; the shadow is null only if the array is. */
    @ForceInline
    private static boolean has(long[] shadow, int place) {
        return shadow != null && Integer.compareUnsigned(place, shadow.length - 1) < 0;
    }

    @Hidden
    @ForceInline
    public static void ar(int index, Object array, long[] shadow, int site) {
        int place = WHOLE_ARRAYS ? 0 : index;
        if (!has(shadow, place)) return;
        long offset = DeadHeatHooks.LONGS + ((long) place << 3);
        if (!readHit(shadow, offset, U.getLong(shadow, offset), HISTORY ? readsAt(shadow.length - 1) : 0, site, false))
            arrayMiss(array, shadow, place, index, site, false, 0);
    }

    @Hidden
    @ForceInline
    public static void aw(int index, Object array, long[] shadow, int site) {
        int place = WHOLE_ARRAYS ? 0 : index;
        if (!has(shadow, place)) return;
        long offset = DeadHeatHooks.LONGS + ((long) place << 3);
        if (!writeHit(shadow, offset, U.getLong(shadow, offset), HISTORY ? writesAt(shadow.length - 1) : 0, site))
            arrayMiss(array, shadow, place, index, site, true, 0);
    }

    @Hidden
    @ForceInline
    public static void ar(Object array, int index, int site) {
        if (array == null) return;
        long[] shadow = shadow(array, site);
        int last = shadow.length - 1;
        int place = WHOLE_ARRAYS ? 0 : index;
        if (Integer.compareUnsigned(place, last) >= 0) return;
        long offset = DeadHeatHooks.LONGS + ((long) place << 3);
        if (!readHit(shadow, offset, U.getLong(shadow, offset), HISTORY ? readsAt(last) : 0, site, false))
            arrayMiss(array, shadow, place, index, site, false, 0);
    }

    @Hidden
    @ForceInline
    public static void aw(Object array, int index, int site) {
        if (array == null) return;
        long[] shadow = shadow(array, site);
        int last = shadow.length - 1;
        int place = WHOLE_ARRAYS ? 0 : index;
        if (Integer.compareUnsigned(place, last) >= 0) return;
        long offset = DeadHeatHooks.LONGS + ((long) place << 3);
        if (!writeHit(shadow, offset, U.getLong(shadow, offset), HISTORY ? writesAt(last) : 0, site))
            arrayMiss(array, shadow, place, index, site, true, 0);
    }

    /** Elements that a library call reads or writes; what is out of range the call itself complains about. */
    static void elements(Object array, int from, int count, int site, boolean write) {
        if (from < 0 || count <= 0 || from > java.lang.reflect.Array.getLength(array) - count) return;
        long[] shadow = shadow(array, site);
        int last = shadow.length - 1;
        int end = WHOLE_ARRAYS ? 1 : Math.min(from + count, last);
        for (int place = WHOLE_ARRAYS ? 0 : from; place < end; place++) {
            long offset = DeadHeatHooks.LONGS + ((long) place << 3);
            long word = U.getLong(shadow, offset);
            boolean hit = write ? writeHit(shadow, offset, word, HISTORY ? writesAt(last) : 0, site)
                    : readHit(shadow, offset, word, HISTORY ? readsAt(last) : 0, site, false);
            if (!hit) arrayMiss(array, shadow, place, WHOLE_ARRAYS ? from : place, site, write, write ? WRITTEN_BY_CALL : 0);
        }
    }

    private static final int WRITTEN_BY_CALL = 1 << 30;

    // The two halves of the last word, as ints.
    @ForceInline
    private static long readsAt(int last) {
        return DeadHeatHooks.LONGS + ((long) last << 3);
    }

    @ForceInline
    private static long writesAt(int last) {
        return readsAt(last) + 4;
    }

    @Hidden
    @DontInline
    private static void arrayMiss(Object array, long[] shadow, int place, int index, int site, boolean write, int flag) {
        if (WHOLE_ARRAYS && Integer.compareUnsigned(index, java.lang.reflect.Array.getLength(array)) >= 0) return;
        int last = shadow.length - 1;
        long offset = DeadHeatHooks.LONGS + ((long) place << 3);
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(shadow, offset);
            int lastRead = U.getInt(shadow, readsAt(last));
            int lastWrite = U.getInt(shadow, writesAt(last));
            long known = remembered(word, site, lastRead, lastWrite);
            long next = known != 0 ? U.getLong(known) : DeadHeatHooks.access(word, site, lastRead, lastWrite, array, index | flag, sweeps);
            if (next == word || next != DeadHeatHooks.LOOK_AGAIN && U.compareAndSetLong(shadow, offset, word, next)) break;
        }
        if (HISTORY) place(shadow, write ? writesAt(last) : readsAt(last), site);
    }
}
