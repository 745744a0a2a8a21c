package java.lang;

import static java.lang.DeadHeatContract.*;
import static java.lang.DeadHeatPaths.*;
import static java.lang.DeadHeatSampling.off;

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
 * DeadHeatPaths has the chain's fast paths.
 */
public final class DeadHeat {
    private static final Unsafe U = Unsafe.getUnsafe();
    // Of a constant that has no shadow: VOLATILE less the number of its class, whose initialiser comes before its use.
    private static final long NONE = -1, VOLATILE = -2;
    private static final int ROW_BITS = 10, ROW = (1 << ROW_BITS) - 1, ROWS = 1 << 14;

    // By site. Zero: not known yet; the compiler takes what is not zero for a constant.
    @Stable static final long[][] OFFSETS = new long[ROWS][];
    @Stable static final long[][] HISTORY_R = new long[ROWS][];
    @Stable static final long[][] HISTORY_W = new long[ROWS][];
    @Stable static final Object[][] BASES = new Object[ROWS][];

    private static final boolean HISTORY = config(CONFIG_HAS_HISTORY) != 0;
    static final boolean WHOLE_ARRAYS = config(CONFIG_ONE_PER_ARRAY) != 0;
    private static final boolean SITE_CACHE = config(CONFIG_HAS_SITE_CACHE) != 0;
    private static final boolean RANGES = config(CONFIG_HAS_RANGES) != 0;
    private static final long STAMP = DeadHeatHooks.STAMP, FRESH = DeadHeatPaths.FRESH;

    private DeadHeat() {}

    private static long config(int index) {
        return DeadHeatHooks.config(index);
    }

    @ForceInline
    static long at(long[][] table, int site) {
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
            if (off()) return;
            if (!usual(quickRead(U.getLong(object, offset), false), QUICK, site)) read(object, object, offset, site);
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
            if (off()) return;
            if (!usual(quickWrite(U.getLong(object, offset)), QUICK, site)) write(object, object, offset, site);
        } else if (offset != NONE) {
            unresolved(object, site, true, false);
        }
    }

    /** Reads of several fields of an object, which most often have the same word. */
    @Hidden
    @ForceInline
    public static void r(Object object, int a, int b) {
        r(object, a, b, b, b);
    }

    @Hidden
    @ForceInline
    public static void r(Object object, int a, int b, int c) {
        r(object, a, b, c, c);
    }

    @Hidden
    @ForceInline
    public static void r(Object object, int a, int b, int c, int d) {
        if (object == null) return;
        long first = at(OFFSETS, a), second = at(OFFSETS, b), third = at(OFFSETS, c), fourth = at(OFFSETS, d);
        if (first > 0 && second > 0 && third > 0 && fourth > 0) {
            if (off()) return;
            long word = U.getLong(object, first);
            long same = word ^ U.getLong(object, second) | word ^ U.getLong(object, third) | word ^ U.getLong(object, fourth);
            boolean quick = usual(same == 0, SAME, a) ? quickRead(word, false)
                    : quickRead(word, false) && quickRead(U.getLong(object, second), false)
                            && (c == b || quickRead(U.getLong(object, third), false))
                            && (d == c || quickRead(U.getLong(object, fourth), false));
            if (usual(quick, QUICK, a)) return;
        }
        reads(object, a, b, c, d);
    }

    @Hidden
    @DontInline
    private static void reads(Object object, int a, int b, int c, int d) {
        r(object, a);
        r(object, b);
        if (c != b) r(object, c);
        if (d != c) r(object, d);
    }

    /** A read in a loop where words that equal `known` need nothing; the word that is known so after it. */
    @Hidden
    @ForceInline
    public static long rk(Object object, long known, int site) {
        if (object == null) return known;
        long offset = at(OFFSETS, site);
        if (offset > 0 && (off() || U.getLong(object, offset) == known) || offset == NONE) return known;
        return readUnknown(object, offset, known, site);
    }

    @Hidden
    @ForceInline
    public static long rk(Object object, long known, int a, int b) {
        return rk(object, known, a, b, b, b);
    }

    @Hidden
    @ForceInline
    public static long rk(Object object, long known, int a, int b, int c) {
        return rk(object, known, a, b, c, c);
    }

    @Hidden
    @ForceInline
    public static long rk(Object object, long known, int a, int b, int c, int d) {
        if (object == null) return known;
        long first = at(OFFSETS, a), second = at(OFFSETS, b), third = at(OFFSETS, c), fourth = at(OFFSETS, d);
        if (first > 0 && second > 0 && third > 0 && fourth > 0) {
            if (off()) return known;
            long word = U.getLong(object, first);
            long same = word ^ U.getLong(object, second) | word ^ U.getLong(object, third) | word ^ U.getLong(object, fourth);
            if (usual(same == 0, SAME, a)) return word == known ? known : readsUnknown(object, known, a, b, c, d);
        }
        r(object, a, b, c, d);
        return known;
    }

    @Hidden
    @DontInline
    private static long readsUnknown(Object object, long known, int a, int b, int c, int d) {
        reads(object, a, b, c, d);
        long word = U.getLong(object, at(OFFSETS, a));
        return word != -1 && quickRead(word, false) ? word : known;
    }

    @Hidden
    @ForceInline
    public static long wk(Object object, long known, int site) {
        if (object == null) return known;
        long offset = at(OFFSETS, site);
        if (offset > 0 && (off() || U.getLong(object, offset) == known) || offset == NONE) return known;
        return writeUnknown(object, offset, known, site);
    }

    @Hidden
    @DontInline
    private static long readUnknown(Object object, long offset, long known, int site) {
        r(object, site);
        long word = offset > 0 ? U.getLong(object, offset) : -1;
        return word != -1 && quickRead(word, false) ? word : known;
    }

    @Hidden
    @DontInline
    private static long writeUnknown(Object object, long offset, long known, int site) {
        w(object, site);
        long word = offset > 0 ? U.getLong(object, offset) : -1;
        return word != -1 && quickWrite(word) ? word : known;
    }

    /** A read that is not quick. Not inlined, to leave room for the program's own methods. */
    @Hidden
    @DontInline
    private static void read(Object object, Object base, long offset, int site) {
        long history = HISTORY ? at(HISTORY_R, site) : 0;
        if (!swapRead(base, offset, U.getLong(base, offset), history, site, false))
            miss(object, base, offset, site, false);
    }

    @Hidden
    @DontInline
    private static void write(Object object, Object base, long offset, int site) {
        long history = HISTORY ? at(HISTORY_W, site) : 0;
        if (!swapWrite(base, offset, U.getLong(base, offset), history, site, false))
            miss(object, base, offset, site, true);
    }

    /** A read in a loop of a field of `this` that was checked when the thread's stamp was `stamp`; the stamp now. */
    @Hidden
    @ForceInline
    public static long r(Object object, long stamp, int site) {
        if (off() && at(OFFSETS, site) > 0) return stamp;
        long now = U.getLong(Thread.currentThread(), STAMP);
        if (now != stamp) r(object, site);
        return now;
    }

    @Hidden
    @ForceInline
    public static long w(Object object, long stamp, int site) {
        if (off() && at(OFFSETS, site) > 0) return stamp;
        long now = U.getLong(Thread.currentThread(), STAMP);
        if (now != stamp) w(object, site);
        return now;
    }

    /** A write to a field of an object that its constructor has not shown to anybody: nothing here may show it either. */
    @Hidden
    @ForceInline
    public static void wi(Object object, int site) {
        long offset = at(OFFSETS, site);
        if (FRESH == 0 || offset <= 0) {
            w(object, site);
            return;
        }
        if (off()) return;
        keepStack(site);
        wj(object, site);
    }

    /** The same, where the stack is that of such a write before it. */
    @Hidden
    @ForceInline
    public static void wj(Object object, int site) {
        long offset = at(OFFSETS, site);
        if (FRESH == 0 || offset <= 0) {
            w(object, site);
            return;
        }
        if (off()) return;
        long word = U.getLong(Thread.currentThread(), FRESH);
        U.putLong(object, offset, word != -1 ? word : firstWrite(site));
        if (HISTORY && at(HISTORY_W, site) > 0) place(object, at(HISTORY_W, site), site);
    }

    @Hidden
    @DontInline
    private static long firstWrite(int site) {
        long word;
        do {
            word = DeadHeatHooks.access(0, site, 0, 0, null, -1, DeadHeatHooks.sweeps());
        } while (word == DeadHeatContract.LOOK_AGAIN);
        return word;
    }

    @Hidden
    @ForceInline
    public static void sr(int site) {
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            Object base = base(site);
            if (!usual(quickRead(U.getLong(base, offset), true), QUICK, site)) read(null, base, offset, site);
        } else if (offset != NONE && !(offset < VOLATILE && DeadHeatHooks.hasUsed(VOLATILE - offset))) {
            unresolved(null, site, false, true);
        }
    }

    @Hidden
    @ForceInline
    public static void sw(int site) {
        long offset = at(OFFSETS, site);
        if (offset > 0) {
            Object base = base(site);
            if (!usual(quickWrite(U.getLong(base, offset)), QUICK, site)) write(null, base, offset, site);
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
            if (next == word || next != DeadHeatContract.LOOK_AGAIN && U.compareAndSetLong(base, offset, word, next)) break;
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
        } else if (offset < VOLATILE) {
            DeadHeatHooks.use((Class<?>) DeadHeatHooks.staticBase(site), VOLATILE - offset, site);
        } else if (offset > 0) {
            Object base = isStatic ? DeadHeatHooks.staticBase(site) : object;
            if (base != null) miss(object, base, offset, site, write);
        }
    }

    /** Code of a class that another thread may have initialised begins. */
    @Hidden
    @ForceInline
    public static void u(int site) {
        if (!DeadHeatHooks.hasUsed(at(OFFSETS, site))) DeadHeatHooks.use(site);
    }

    static void setNumber(int site, int number) {
        int row = site >>> ROW_BITS;
        if (row >= ROWS) return;
        makeRow(row);
        OFFSETS[row][site & ROW] = number;
    }

    private static void makeRow(int row) {
        synchronized (OFFSETS) {
            if (OFFSETS[row] == null) {
                HISTORY_R[row] = new long[1 << ROW_BITS];
                HISTORY_W[row] = new long[1 << ROW_BITS];
                BASES[row] = new Object[1 << ROW_BITS];
                U.storeFence();
                OFFSETS[row] = new long[1 << ROW_BITS];
            }
        }
    }

    static long resolve(Object object, int site, boolean isStatic) {
        int row = site >>> ROW_BITS;
        if (row >= ROWS) return NONE;
        makeRow(row);
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

    // ---- arrays: the shadow of an array of n elements has ARRAY_PLACES more words, which hold the last sites

    static final class Pair {
        final Object array;
        final long[] shadow;
        final DeadHeatRanges ranges;

        Pair(Object array, DeadHeatTable.Entry entry) {
            this.array = array;
            shadow = entry.shadow;
            ranges = entry.ranges;
        }
    }

    // Each thread has a cache by site, and all share one by identity. Both hold arrays strongly and are
    // emptied after a garbage collection, which the sentinel notices.
    private static final long CACHE = U.objectFieldOffset(Thread.class, "dh$c");
    private static final int CACHE_SIZE = 1 << 10, RECENT_SIZE = 1 << 14;
    private static final Pair[] RECENT = new Pair[RECENT_SIZE];
    private static volatile WeakReference<Object> sentinel = new WeakReference<>(new Object());
    static final long ARRAY = 8L << 56;  // the key in DeadHeatTable

    @ForceInline
    static long[] shadow(Object array, int site) {
        return pair(array, site).shadow;
    }

    @ForceInline
    static Pair pair(Object array, int site) {
        if (SITE_CACHE) {
            Object[] cache = (Object[]) U.getReference(Thread.currentThread(), CACHE);
            if (cache != null) {
                Pair pair = (Pair) cache[site & CACHE_SIZE - 1];
                if (pair != null && pair.array == array) return pair;
            }
        }
        return find(array, site);
    }

    @DontInline
    private static Pair find(Object array, int site) {
        if (!SITE_CACHE) return new Pair(array, tabled(array));
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
        return pair;
    }

    private static DeadHeatTable.Entry tabled(Object array) {
        DeadHeatTable.Entry entry = DeadHeatHooks.TABLE.find(array, ARRAY);
        if (entry == null) {
            int length = WHOLE_ARRAYS ? 1 : java.lang.reflect.Array.getLength(array);
            length = Math.min(length, Integer.MAX_VALUE - 2 * ARRAY_PLACES);
            DeadHeatRanges ranges = RANGES && length >= DeadHeatRanges.LEAST ? new DeadHeatRanges() : null;
            long[] shadow = new long[length + ARRAY_PLACES];
            if (ranges != null && DeadHeatRanges.TELLS) DeadHeatHooks.fill(shadow, length);
            entry = DeadHeatHooks.TABLE.add(array, ARRAY, 0, shadow, ranges);
        }
        return entry;
    }

    /** The shadow of what may be an array, which a loop keeps in a local; else null. */
    @Hidden
    @ForceInline
    public static long[] shadowOf(Object array, int site) {
        return off() || array == null || !array.getClass().isArray() ? null : shadow(array, site);
    }

    /** The same, if `shadow` is known to be that of `known`. */
    @Hidden
    @ForceInline
    public static long[] shadowOf(Object array, Object known, long[] shadow, int site) {
        if (off()) return null;
        boolean isKnown = array == known && (!DeadHeatSampling.SAMPLES || shadow != null);
        return isKnown ? shadow : array == null ? null : shadow(array, site);
    }

    /** A shadow that a loop keeps in a local may have been asked for while accesses were not checked. */
    @ForceInline
    private static long[] sampled(long[] shadow, Object array, int site) {
        return DeadHeatSampling.SAMPLES && shadow == null && array != null ? shadow(array, site) : shadow;
    }

    /** Whether an access at `place` would be in range; the shadow is null only if the array is. */
    @ForceInline
    private static boolean has(long[] shadow, int place) {
        return shadow != null && Integer.compareUnsigned(place, shadow.length - ARRAY_PLACES) < 0;
    }

    @Hidden
    @ForceInline
    public static void ar(int index, Object array, long[] known, int site) {
        if (off()) return;
        long[] shadow = sampled(known, array, site);
        int place = WHOLE_ARRAYS ? 0 : index;
        if (has(shadow, place) && !usual(quickRead(shadow[place], false), QUICK, site)) read(array, shadow, place, index, site, 0);
    }

    /** The same in a loop, where a call would cost more than all the rest. */
    @Hidden
    @ForceInline
    public static void arl(int index, Object array, long[] known, int site) {
        if (off()) return;
        long[] shadow = sampled(known, array, site);
        int place = WHOLE_ARRAYS ? 0 : index;
        if (!has(shadow, place) || usual(quickRead(shadow[place], false), QUICK, site)) return;
        long history = HISTORY ? readsAt(shadow) : 0;
        if (!usual(swapOwnRead(shadow, wordAt(place), shadow[place], history, site, true), SWAPPED, site))
            read(array, shadow, place, index, site, 0);
    }

    @Hidden
    @ForceInline
    public static void aw(int index, Object array, long[] known, int site) {
        if (off()) return;
        long[] shadow = sampled(known, array, site);
        int place = WHOLE_ARRAYS ? 0 : index;
        if (has(shadow, place) && !usual(quickWrite(shadow[place]), QUICK, site)) write(array, shadow, place, index, site, 0);
    }

    @Hidden
    @ForceInline
    public static void awl(int index, Object array, long[] known, int site) {
        if (off()) return;
        long[] shadow = sampled(known, array, site);
        int place = WHOLE_ARRAYS ? 0 : index;
        if (!has(shadow, place) || usual(quickWrite(shadow[place]), QUICK, site)) return;
        long history = HISTORY ? writesAt(shadow) : 0;
        if (!usual(swapOwnWrite(shadow, wordAt(place), shadow[place], history, site, true), SWAPPED, site))
            write(array, shadow, place, index, site, 0);
    }

    @Hidden
    @ForceInline
    public static void ar(Object array, int index, int site) {
        if (array != null && !off()) ar(index, array, shadow(array, site), site);
    }

    @Hidden
    @ForceInline
    public static void aw(Object array, int index, int site) {
        if (array != null && !off()) aw(index, array, shadow(array, site), site);
    }

    @Hidden
    @DontInline
    private static void read(Object array, long[] shadow, int place, int index, int site, int flag) {
        long history = HISTORY ? readsAt(shadow) : 0;
        if (!swapRead(shadow, wordAt(place), shadow[place], history, site, true))
            arrayMiss(array, shadow, place, index, site, 1, false, flag);
    }

    @Hidden
    @DontInline
    private static void write(Object array, long[] shadow, int place, int index, int site, int flag) {
        long history = HISTORY ? writesAt(shadow) : 0;
        if (!swapWrite(shadow, wordAt(place), shadow[place], history, site, true))
            arrayMiss(array, shadow, place, index, site, 1, true, flag);
    }

    /** Elements that a library call reads or writes; what is out of range the call itself complains about. */
    static void elements(Object array, int from, int count, int site, boolean write) {
        if (off() || from < 0 || count <= 0 || from > java.lang.reflect.Array.getLength(array) - count) return;
        if (RANGES) {
            DeadHeatLoops.range(array, from, from + count - 1, 1, site, site, 1, write, write ? WRITTEN_BY_CALL : 0);
            return;
        }
        long[] shadow = shadow(array, site);
        int end = WHOLE_ARRAYS ? 1 : Math.min(from + count, shadow.length - ARRAY_PLACES);
        for (int place = WHOLE_ARRAYS ? 0 : from; place < end; place++) {
            int element = WHOLE_ARRAYS ? from : place;
            if (write) {
                if (!quickWrite(shadow[place])) write(array, shadow, place, element, site, WRITTEN_BY_CALL);
            } else if (!quickRead(shadow[place], false)) {
                read(array, shadow, place, element, site, 0);
            }
        }
    }

    @ForceInline
    static long wordAt(int place) {
        return DeadHeatHooks.LONGS + ((long) place << 3);
    }

    // The two halves of the words at the end, as ints.
    @ForceInline
    static long readsAt(long[] shadow) {
        return wordAt(shadow.length - ARRAY_PLACES);
    }

    @ForceInline
    static long writesAt(long[] shadow) {
        return readsAt(shadow) + 4;
    }

    @Hidden
    @DontInline
    static void arrayMiss(Object array, long[] shadow, int place, int index, int site, int sites, boolean write, int flag) {
        if (WHOLE_ARRAYS && Integer.compareUnsigned(index, java.lang.reflect.Array.getLength(array)) >= 0) return;
        long offset = wordAt(place);
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(shadow, offset);
            if (RANGES && word == DeadHeatRanges.HERE) {
                pair(array, site).ranges.release(shadow, place);
                continue;
            }
            long next = handled(word, array, index | flag, site, sites, lastRead(shadow, word), lastWrite(shadow, word), sweeps, 1, 1);
            if (next == word || next != DeadHeatContract.LOOK_AGAIN && U.compareAndSetLong(shadow, offset, word, next)) break;
        }
        placeOf(shadow, write, site, sites);
    }

    /**
     * What the memory of steps or the tools' handlers make of a word that was loaded after `sweeps` was asked; or LOOK_AGAIN.
     * Each of the places from `site` on must be heard. The word is that of `count` elements, `stride` apart.
     */
    static long handled(long word, Object array, int index, int site, int sites, int lastRead, int lastWrite, int sweeps,
            int count, int stride) {
        long next = word;
        for (int at = site; at < site + sites; at++) {
            long known = remembered(word, at, lastRead, lastWrite);
            if (known != 0) {
                next = U.getLong(known);
            } else if (count == 1) {
                next = DeadHeatHooks.access(word, at, lastRead, lastWrite, array, index, sweeps);
            } else {
                next = DeadHeatHooks.elements(word, at, lastRead, lastWrite, array, index, sweeps, count, stride);
            }
            if (next == DeadHeatContract.LOOK_AGAIN) return next;
        }
        return next;
    }

    /** The place that belongs to a word, if no later one is there. */
    static int lastRead(long[] shadow, long word) {
        return U.getInt(shadow, readsAt(shadow) + entryOf(word));
    }

    static int lastWrite(long[] shadow, long word) {
        return U.getInt(shadow, writesAt(shadow) + entryOf(word >>> EPOCH_BITS));
    }

    /** Words that are no epochs give any. */
    static long entryOf(long epoch) {
        return (epoch >>> CLOCK_BITS & ARRAY_PLACES - 1) << 3;
    }

    static void placeOf(long[] shadow, boolean write, int site, int sites) {
        if (!HISTORY) return;
        long history = write ? writesAt(shadow) : readsAt(shadow);
        placeOfElement(shadow, history, site + sites - 1);
        if (sites > 1) placeOfElement(shadow, history, site);
    }
}
