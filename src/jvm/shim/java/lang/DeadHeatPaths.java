package java.lang;

import static java.lang.DeadHeatContract.*;

import java.lang.invoke.DeadHeatProfile;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * The chain's fast paths (dynamic/fast_paths.h) as constants of the compiler: quick ones, which change nothing, are tried
 * before those that swap. At most one path holds for a word: paths of different tools differ by the owner, and each tool
 * declares its quick ones first. Paths beyond those that have constants here are left to the handlers.
 *
 * What is inlined at every access must be small: the compiler stops inlining the program's own methods when a method has
 * grown too large. Quick hits are distinguished from all else at each site (`usual`), so that a site where nothing else
 * happened has no other code, and objects that are used nowhere else need not be made at all.
 */
final class DeadHeatPaths {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int READS = READ_PATHS, WRITES = WRITE_PATHS;

    static final boolean R_ALWAYS = always(READS), W_ALWAYS = always(WRITES);
    private static final int R_QUICK = count(READS, false), W_QUICK = count(WRITES, false);
    private static final int R_SWAPS = count(READS, true), W_SWAPS = count(WRITES, true);

    private static final long RQ0_MASK = mask(READS, false, 0), RQ0_WORD = word(READS, false, 0, PATH_COMPARE);
    private static final long RQ1_MASK = mask(READS, false, 1), RQ1_WORD = word(READS, false, 1, PATH_COMPARE);
    private static final long RQ2_MASK = mask(READS, false, 2), RQ2_WORD = word(READS, false, 2, PATH_COMPARE);
    private static final long RQ3_MASK = mask(READS, false, 3), RQ3_WORD = word(READS, false, 3, PATH_COMPARE);
    private static final long RQ4_MASK = mask(READS, false, 4), RQ4_WORD = word(READS, false, 4, PATH_COMPARE);
    private static final long WQ0_MASK = mask(WRITES, false, 0), WQ0_WORD = word(WRITES, false, 0, PATH_COMPARE);
    private static final long WQ1_MASK = mask(WRITES, false, 1), WQ1_WORD = word(WRITES, false, 1, PATH_COMPARE);
    private static final long WQ2_MASK = mask(WRITES, false, 2), WQ2_WORD = word(WRITES, false, 2, PATH_COMPARE);
    private static final long WQ3_MASK = mask(WRITES, false, 3), WQ3_WORD = word(WRITES, false, 3, PATH_COMPARE);
    private static final long WQ4_MASK = mask(WRITES, false, 4), WQ4_WORD = word(WRITES, false, 4, PATH_COMPARE);

    private static final long RS0_MASK = mask(READS, true, 0), RS0_WORD = word(READS, true, 0, PATH_COMPARE);
    private static final long RS0_KEEP = keep(READS, 0), RS0_WITH = word(READS, true, 0, PATH_WITH);
    private static final long RS1_MASK = mask(READS, true, 1), RS1_WORD = word(READS, true, 1, PATH_COMPARE);
    private static final long RS1_KEEP = keep(READS, 1), RS1_WITH = word(READS, true, 1, PATH_WITH);
    private static final long RS2_MASK = mask(READS, true, 2), RS2_WORD = word(READS, true, 2, PATH_COMPARE);
    private static final long RS2_KEEP = keep(READS, 2), RS2_WITH = word(READS, true, 2, PATH_WITH);
    private static final long WS0_MASK = mask(WRITES, true, 0), WS0_WORD = word(WRITES, true, 0, PATH_COMPARE);
    private static final long WS0_KEEP = keep(WRITES, 0), WS0_WITH = word(WRITES, true, 0, PATH_WITH);
    private static final long WS1_MASK = mask(WRITES, true, 1), WS1_WORD = word(WRITES, true, 1, PATH_COMPARE);
    private static final long WS1_KEEP = keep(WRITES, 1), WS1_WITH = word(WRITES, true, 1, PATH_WITH);
    private static final long WS2_MASK = mask(WRITES, true, 2), WS2_WORD = word(WRITES, true, 2, PATH_COMPARE);
    private static final long WS2_KEEP = keep(WRITES, 2), WS2_WITH = word(WRITES, true, 2, PATH_WITH);

    private static final long MEMO = DeadHeatHooks.MEMO;
    private static final int MEMO_READS = (int) config(CONFIG_MEMO_READS);

    /** Where a thread has the word of a location that it is the first to write to; 0: there is none. */
    static final long FRESH = freshWord();

    private DeadHeatPaths() {}

    // ---- what the chain says

    private static long config(int index) {
        return DeadHeatHooks.config(index);
    }

    private static int paths(int first) {
        return (int) config(first == READS ? CONFIG_READ_PATH_COUNT : CONFIG_WRITE_PATH_COUNT);
    }

    private static int count(int first, boolean swaps) {
        int count = 0;
        for (int i = 0; i < paths(first); ++i) {
            if (config(first + PATH_FIELDS * i + PATH_SWAPS) != 0 == swaps) ++count;
        }
        return count;
    }

    /** Where the numbers of a path stand, the `rank`th of its kind; 0: there is none. */
    private static int path(int first, boolean swaps, int rank) {
        for (int i = 0; i < paths(first); ++i) {
            int at = first + PATH_FIELDS * i;
            if (config(at + PATH_SWAPS) != 0 == swaps && rank-- == 0) return at;
        }
        return 0;
    }

    private static long mask(int first, boolean swaps, int rank) {
        int at = path(first, swaps, rank);
        return at == 0 ? 0 : config(at + PATH_MASK);
    }

    private static long keep(int first, int rank) {
        int at = path(first, true, rank);
        return at == 0 ? 0 : config(at + PATH_KEEP);
    }

    private static long word(int first, boolean swaps, int rank, int field) {
        int at = path(first, swaps, rank);
        return at == 0 ? 0 : wordOffset(config(at + field));
    }

    private static long wordOffset(long index) {
        return U.objectFieldOffset(Thread.class, "dh$w" + (index + 1));
    }

    private static boolean always(int first) {
        int at = path(first, false, 0);
        return at != 0 && config(at + PATH_MASK) == 0 && config(at + PATH_COMPARE) == 0;
    }

    private static long freshWord() {
        for (int rank = 0; rank < W_SWAPS; ++rank) {
            int at = path(WRITES, true, rank);
            if (config(at + PATH_MASK) == -1 && config(at + PATH_COMPARE) == 0 && config(at + PATH_KEEP) == 0) return wordOffset(config(at + PATH_WITH));
        }
        return 0;
    }

    // ---- paths

    /** Whether a read changes nothing. That of a static field may also be the first use of its class. */
    @ForceInline
    static boolean quickRead(long word, boolean isStatic) {
        if (R_ALWAYS) return true;
        Thread thread = Thread.currentThread();
        return R_QUICK > 0 && (word & RQ0_MASK) == U.getLong(thread, RQ0_WORD)
                || R_QUICK > 1 && (word & RQ1_MASK) == U.getLong(thread, RQ1_WORD)
                || R_QUICK > 2 && (word & RQ2_MASK) == U.getLong(thread, RQ2_WORD)
                || R_QUICK > 3 && (word & RQ3_MASK) == U.getLong(thread, RQ3_WORD)
                || R_QUICK > 4 && (word & RQ4_MASK) == U.getLong(thread, RQ4_WORD)
                || MEMO != 0 && !isStatic && readsAgain(thread, word);
    }

    @ForceInline
    static boolean quickWrite(long word) {
        if (W_ALWAYS) return true;
        Thread thread = Thread.currentThread();
        return W_QUICK > 0 && (word & WQ0_MASK) == U.getLong(thread, WQ0_WORD)
                || W_QUICK > 1 && (word & WQ1_MASK) == U.getLong(thread, WQ1_WORD)
                || W_QUICK > 2 && (word & WQ2_MASK) == U.getLong(thread, WQ2_WORD)
                || W_QUICK > 3 && (word & WQ3_MASK) == U.getLong(thread, WQ3_WORD)
                || W_QUICK > 4 && (word & WQ4_MASK) == U.getLong(thread, WQ4_WORD);
    }

    /** A read of a word that reads left as it was since the thread's last synchronization. See agent/memo.h. */
    @ForceInline
    private static boolean readsAgain(Thread thread, long word) {
        long memo = U.getLong(thread, MEMO);
        return memo != 0 && U.getLong(memo + ((word & MEMO_READS - 1) << 3)) == word;
    }

    /** Whether a read that is not quick needs no handler all the same. */
    @ForceInline
    static boolean swapRead(Object base, long offset, long word, long history, int site, boolean element) {
        Thread thread = Thread.currentThread();
        if (R_SWAPS > 0 && (word & RS0_MASK) == U.getLong(thread, RS0_WORD))
            return swap(base, offset, word, RS0_KEEP, U.getLong(thread, RS0_WITH), history, site, element);
        if (R_SWAPS > 1 && (word & RS1_MASK) == U.getLong(thread, RS1_WORD))
            return swap(base, offset, word, RS1_KEEP, U.getLong(thread, RS1_WITH), history, site, element);
        return R_SWAPS > 2 && (word & RS2_MASK) == U.getLong(thread, RS2_WORD)
                && swap(base, offset, word, RS2_KEEP, U.getLong(thread, RS2_WITH), history, site, element);
    }

    @ForceInline
    static boolean swapWrite(Object base, long offset, long word, long history, int site, boolean element) {
        Thread thread = Thread.currentThread();
        if (W_SWAPS > 0 && (word & WS0_MASK) == U.getLong(thread, WS0_WORD))
            return swap(base, offset, word, WS0_KEEP, U.getLong(thread, WS0_WITH), history, site, element);
        if (W_SWAPS > 1 && (word & WS1_MASK) == U.getLong(thread, WS1_WORD))
            return swap(base, offset, word, WS1_KEEP, U.getLong(thread, WS1_WITH), history, site, element);
        return W_SWAPS > 2 && (word & WS2_MASK) == U.getLong(thread, WS2_WORD)
                && swap(base, offset, word, WS2_KEEP, U.getLong(thread, WS2_WITH), history, site, element);
    }

    /** What one of these paths makes of a word that is not quick; DeadHeatRanges.HERE: none holds. */
    static long swapped(long word, boolean write) {
        Thread thread = Thread.currentThread();
        if (write) {
            if (W_SWAPS > 0 && (word & WS0_MASK) == U.getLong(thread, WS0_WORD))
                return swapped(word, WS0_KEEP, U.getLong(thread, WS0_WITH));
            if (W_SWAPS > 1 && (word & WS1_MASK) == U.getLong(thread, WS1_WORD))
                return swapped(word, WS1_KEEP, U.getLong(thread, WS1_WITH));
            if (W_SWAPS > 2 && (word & WS2_MASK) == U.getLong(thread, WS2_WORD))
                return swapped(word, WS2_KEEP, U.getLong(thread, WS2_WITH));
        } else {
            if (R_SWAPS > 0 && (word & RS0_MASK) == U.getLong(thread, RS0_WORD))
                return swapped(word, RS0_KEEP, U.getLong(thread, RS0_WITH));
            if (R_SWAPS > 1 && (word & RS1_MASK) == U.getLong(thread, RS1_WORD))
                return swapped(word, RS1_KEEP, U.getLong(thread, RS1_WITH));
            if (R_SWAPS > 2 && (word & RS2_MASK) == U.getLong(thread, RS2_WORD))
                return swapped(word, RS2_KEEP, U.getLong(thread, RS2_WITH));
        }
        return DeadHeatRanges.HERE;
    }

    private static long swapped(long word, long keep, long with) {
        return with == -1 ? DeadHeatRanges.HERE : word & keep | with;
    }

    /** The first of these paths, where loops need it most often: that of a thread that goes on with its own data. */
    @ForceInline
    static boolean swapOwnRead(Object base, long offset, long word, long history, int site, boolean element) {
        Thread thread = Thread.currentThread();
        return R_SWAPS > 0 && (word & RS0_MASK) == U.getLong(thread, RS0_WORD)
                && swap(base, offset, word, RS0_KEEP, U.getLong(thread, RS0_WITH), history, site, element);
    }

    @ForceInline
    static boolean swapOwnWrite(Object base, long offset, long word, long history, int site, boolean element) {
        Thread thread = Thread.currentThread();
        return W_SWAPS > 0 && (word & WS0_MASK) == U.getLong(thread, WS0_WORD)
                && swap(base, offset, word, WS0_KEEP, U.getLong(thread, WS0_WITH), history, site, element);
    }

    @ForceInline
    private static boolean swap(Object base, long offset, long word, long keep, long with, long history, int site, boolean element) {
        if (with == -1) return false;
        keepStack(site); // before anybody sees the word, and may report it
        if (!U.compareAndSetLong(base, offset, word, word & keep | with)) return false;
        if (history > 0) {
            if (element) {
                placeOfElement(base, history, site);
            } else {
                place(base, history, site);
            }
        }
        return true;
    }

    /** The stack of the first time a thread is at a place is kept; handlers do that for themselves. */
    @ForceInline
    static void keepStack(int site) {
        long seen = U.getLong(Thread.currentThread(), DeadHeatHooks.SEEN);
        if (seen != 0 && U.getInt(seen + ((site & DeadHeatContract.MAX_SEEN_SITES - 1) << 2)) != site) DeadHeatHooks.see(site);
    }

    /** Right after the word. Who sees the word without the place, or with a later one, knows it by the tag. */
    @ForceInline
    static void place(Object base, long history, int site) {
        int mine = (int) U.getLong(Thread.currentThread(), DeadHeatHooks.TAG) | site;
        if (U.getInt(base, history) != mine) U.putInt(base, history, mine);
    }

    /**
     * The same in an array, whose elements share places, one for each of a few threads. Of several sites in one epoch the
     * first stays, with a mark. Most often nothing is to be stored, which would take the line from the caches of other threads.
     */
    @ForceInline
    static void placeOfElement(Object shadow, long history, int site) {
        long tag = U.getLong(Thread.currentThread(), DeadHeatHooks.TAG);
        long at = history + (tag >>> 32);
        int mine = (int) tag | site, now = U.getInt(shadow, at);
        if (now == mine) return;
        if (now == 0 || ((now ^ mine) & TAG_MASK) != 0) {
            U.putInt(shadow, at, mine);
        } else if (now > 0) {
            U.putInt(shadow, at, now | SEVERAL);
        }
    }

    private static final int TAG_MASK = (1 << PLACE_TAG_BITS) - 1 << PLACE_TAG_SHIFT, SEVERAL = 1 << 31;

    /** Where the word stands that an access makes of `word`, if it is remembered; else 0. See agent/memo.h. */
    static long remembered(long word, int site, int lastRead, int lastWrite) {
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

    // ---- profiles

    private static final boolean PROFILES = config(CONFIG_HAS_PROFILES) != 0;
    private static final int ROW_BITS = 10, ROWS = 1 << 14;

    /** By site, int[2]: how often a comparison failed and how often it held. */
    @Stable static final Object[][] QUICK = new Object[ROWS][];
    @Stable static final Object[][] SWAPPED = new Object[ROWS][];
    @Stable static final Object[][] SAME = new Object[ROWS][];

    /** The value itself, of which the compiler knows how it was at this site until now. */
    @ForceInline
    static boolean usual(boolean value, Object[][] table, int site) {
        return PROFILES ? DeadHeatProfile.profiled(value, counts(table, site)) : value;
    }

    @ForceInline
    private static int[] counts(Object[][] table, int site) {
        Object[] row = table[site >>> ROW_BITS];
        Object counts = row == null ? null : row[site & (1 << ROW_BITS) - 1];
        return counts != null ? (int[]) counts : newCounts(table, site);
    }

    private static final int[] ANY = new int[2];

    @DontInline
    private static int[] newCounts(Object[][] table, int site) {
        int row = site >>> ROW_BITS;
        if (row >= ROWS) return ANY;
        synchronized (table) {
            if (table[row] == null) {
                Object[] made = new Object[1 << ROW_BITS];
                U.storeFence();
                table[row] = made;
            }
            Object known = table[row][site & (1 << ROW_BITS) - 1];
            if (known != null) return (int[]) known;
            int[] counts = new int[2];
            U.storeFence();
            table[row][site & (1 << ROW_BITS) - 1] = counts;
            return counts;
        }
    }
}
