package java.lang;

import static java.lang.DeadHeatPaths.keepStack;
import static java.lang.DeadHeatPaths.quickRead;
import static java.lang.DeadHeatPaths.quickWrite;
import static java.lang.DeadHeatSampling.off;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;

/** What loops call when they are left, to check what they did to arrays and fields (jvm/range_plan.h). */
public final class DeadHeatLoops {
    private DeadHeatLoops() {}

    /**
     * A loop whose counter went from `first` to `last` by `step` read elements factor * counter + offset, and those up to
     * `extend` beyond, `stride` apart, at `sites` places from `site` on. The array is null if the loop did not run, and
     * `last` one step before `first` if it did not come to the access. `key` is that of the thread's cache of shadows.
     */
    @Hidden
    @ForceInline
    public static void rangeRead(Object array, int first, int last, int step, int factor, int offset, int extend, int stride,
            int key, int site, int sites) {
        if (array == null || off() || last == first - step) return;
        int from = factor * (step > 0 ? first : last) + offset, to = factor * (step > 0 ? last : first) + offset;
        range(array, from, to + extend, stride, key, site, sites, false, 0);
    }

    @Hidden
    @ForceInline
    public static void rangeWrite(Object array, int first, int last, int step, int factor, int offset, int extend, int stride,
            int key, int site, int sites) {
        if (array == null || off() || last == first - step) return;
        int from = factor * (step > 0 ? first : last) + offset, to = factor * (step > 0 ? last : first) + offset;
        range(array, from, to + extend, stride, key, site, sites, true, 0);
    }

    /** The element of one more iteration, where an exception came before the last of several accesses. */
    @Hidden
    @ForceInline
    public static void restRead(Object array, int last, int common, int factor, int offset, int site) {
        if (array != null && !off() && last != common) one(array, factor * last + offset, site, false);
    }

    @Hidden
    @ForceInline
    public static void restWrite(Object array, int last, int common, int factor, int offset, int site) {
        if (array != null && !off() && last != common) one(array, factor * last + offset, site, true);
    }

    private static void one(Object array, int element, int site, boolean write) {
        range(array, element, element, 1, site, site, 1, write, 0);
    }

    /** Fields of `this`, or static ones, that the loop used if the flag says so. */
    @Hidden
    @ForceInline
    public static void laterRead(Object object, int flag, int site) {
        if (flag != 0) DeadHeat.r(object, site);
    }

    @Hidden
    @ForceInline
    public static void laterWrite(Object object, int flag, int site) {
        if (flag != 0) DeadHeat.w(object, site);
    }

    @Hidden
    @ForceInline
    public static void laterRead(int flag, int site) {
        if (flag != 0) DeadHeat.sr(site);
    }

    @Hidden
    @ForceInline
    public static void laterWrite(int flag, int site) {
        if (flag != 0) DeadHeat.sw(site);
    }

    private static final int FEW = DeadHeatRanges.TELLS ? 4 : 16; // a call of a handler costs more than a stretch

    /** Elements from `from` to `to`, both included. */
    @Hidden
    @DontInline
    static void range(Object array, int from, int to, int stride, int key, int site, int sites, boolean write, int flag) {
        DeadHeat.Pair pair = DeadHeat.pair(array, key);
        long[] shadow = pair.shadow;
        if (from < 0 || to >= shadow.length - DeadHeatContract.ARRAY_PLACES) return;
        if (write ? DeadHeatPaths.W_ALWAYS : DeadHeatPaths.R_ALWAYS) return;
        DeadHeatRanges ranges = pair.ranges;
        boolean few = to - from < FEW * stride && shadow[from] != DeadHeatRanges.HERE;
        if (!few && ranges != null && stride <= 2 && !ranges.givenUp() && (ranges.isKnown(from, to, stride, write)
                || ranges.access(array, shadow, from, to, stride, site, sites, write, flag))) return;
        if (write) {
            for (int place = from; place <= to; place += stride) {
                if (!quickWrite(shadow[place])) oneByOne(array, shadow, place, site, sites, true, flag);
            }
        } else {
            for (int place = from; place <= to; place += stride) {
                if (!quickRead(shadow[place], false)) oneByOne(array, shadow, place, site, sites, false, flag);
            }
        }
    }

    @DontInline
    private static void oneByOne(Object array, long[] shadow, int place, int site, int sites, boolean write, int flag) {
        long word = shadow[place];
        long next = DeadHeatPaths.swapped(word, write);
        boolean swaps = next != DeadHeatRanges.HERE;
        for (int at = site; swaps && at < site + sites; at++) keepStack(at);
        if (swaps && DeadHeatHooks.U.compareAndSetLong(shadow, DeadHeat.wordAt(place), word, next)) {
            DeadHeat.placeOf(shadow, write, site, sites);
        } else {
            DeadHeat.arrayMiss(array, shadow, place, place, site, sites, write, flag);
        }
    }

    /**
     * What accesses of `sites` places from `site` on make of a word that was loaded after `sweeps` was asked; or LOOK_AGAIN.
     * It is that of `count` elements, `apart` from `index` on.
     */
    static long next(long word, Object array, long[] shadow, int index, int site, int sites, boolean write, int flag, int sweeps,
            int count, int apart) {
        if (write ? quickWrite(word) : quickRead(word, false)) return word;
        long next = DeadHeatPaths.swapped(word, write);
        if (next == DeadHeatRanges.HERE) {
            int lastRead = DeadHeat.lastRead(shadow, word), lastWrite = DeadHeat.lastWrite(shadow, word);
            return DeadHeat.handled(word, array, index | flag, site, sites, lastRead, lastWrite, sweeps, count, apart);
        }
        for (int at = site; at < site + sites; at++) keepStack(at);
        return next;
    }
}
