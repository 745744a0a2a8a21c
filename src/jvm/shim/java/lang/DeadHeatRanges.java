package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Hidden;

/**
 * Stretches of an array whose elements have the same shadow word: the word is kept once, and the elements' own words say
 * HERE. An array that is used by ranges costs one step per stretch and not one per element. Only for chains whose words
 * may be copied from one location to another (FastPaths::covers).
 *
 * Even and odd elements may lie in stretches of their own (two lanes), as loops that take every other element need it.
 * A stretch that is too short goes back to the elements; so does what single accesses touch. All fields are guarded by a
 * lock that is held for a moment. Words of elements change by compare-and-swap, but for those that say HERE, which only
 * the holder of the lock changes.
 */
final class DeadHeatRanges {
    /** No tool's word, for no branch with ranges has that many owners; no path and no memo knows it. */
    static final long HERE = 0xE000_0000_0000_0000L;
    private static final Unsafe U = DeadHeatHooks.U;
    private static final long LOCK = U.objectFieldOffset(DeadHeatRanges.class, "lock");
    private static final int SHORT = 8, MOST = 16;
    /** Whether handlers must hear of each element, of many at once. Else one of those with the same word stands for all. */
    static final boolean TELLS = DeadHeatHooks.config(DeadHeatContract.CONFIG_TELLS_RANGES) != 0;
    /** Arrays with fewer elements have no ranges. */
    static final int LEAST = TELLS ? 8 : 32;

    private volatile int lock; // counts: even while nobody holds it
    private volatile boolean givenUp;
    private Lane[] lanes = {new Lane()};
    private Lane spare;
    private int balance; // what the stretches have saved, in words of elements
    private int streak; // single accesses since the last range

    /** In a lane of two, place p is element 2 p or 2 p + 1. */
    private static final class Lane {
        int count;
        int[] from = new int[2], to = new int[2]; // places, sorted; `to` is not included
        long[] words = new long[2];

        /** The first stretch that ends behind `place`. */
        int find(int place) {
            int at = 0;
            while (at < count && to[at] <= place) ++at;
            return at;
        }

        void add(int first, int end, long word) {
            if (count == from.length) {
                from = java.util.Arrays.copyOf(from, 2 * count);
                to = java.util.Arrays.copyOf(to, 2 * count);
                words = java.util.Arrays.copyOf(words, 2 * count);
            }
            from[count] = first;
            to[count] = end;
            words[count++] = word;
        }
    }

    boolean givenUp() {
        return givenUp;
    }

    private void lock() {
        for (int spins = 0;; ++spins) {
            int now = lock;
            if ((now & 1) == 0 && U.compareAndSetInt(this, LOCK, now, now + 1)) return;
            if (spins < 64) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    // ---- the operation that runs

    private Object array;
    private long[] shadow;
    private int site, sites, flag;
    private boolean write;
    private long knownWord, knownNext; // the last step
    private int knownEnd; // if TELLS: of the places that it was told of

    /**
     * Whether the elements are one stretch whose word the access would leave as it is. Takes no lock: what it saw is good
     * if nobody had the lock meanwhile.
     */
    @Hidden
    boolean isKnown(int first, int last, int stride, boolean write) {
        int before = lock;
        if ((before & 1) != 0) return false;
        Lane[] lanes = this.lanes;
        if (lanes.length != stride) return false;
        Lane lane = lanes[first & stride - 1];
        if (lane == null) return false;
        int from = first / stride, to = last / stride + 1;
        int[] starts = lane.from, ends = lane.to;
        long[] words = lane.words;
        int count = Math.min(Math.min(lane.count, starts.length), Math.min(ends.length, words.length));
        for (int i = 0; i < count; ++i) {
            if (starts[i] > from || ends[i] < to) continue;
            long word = words[i];
            U.loadFence();
            return lock == before && (write ? DeadHeatPaths.quickWrite(word) : DeadHeatPaths.quickRead(word, false));
        }
        return false;
    }

    /** What the current thread has written counts as never written. */
    void freeze() {
        lock();
        try {
            for (Lane lane : lanes) {
                for (int i = 0; lane != null && i < lane.count; ++i) {
                    if (DeadHeatPaths.quickWrite(lane.words[i])) lane.words[i] = 0;
                }
            }
        } finally {
            lock = lock + 1;
        }
    }

    /** Reads or writes elements from `first` to `last`, both included, one or two apart. False: give them up. */
    @Hidden
    @DontInline
    boolean access(Object array, long[] shadow, int first, int last, int stride, int site, int sites, boolean write, int flag) {
        lock();
        try {
            if (givenUp) return false;
            this.array = array;
            this.shadow = shadow;
            this.site = site;
            this.sites = sites;
            this.flag = flag;
            this.write = write;
            knownWord = HERE;
            streak = 0;
            if (stride == 2 && lanes.length == 1) makeLanes();
            if (lanes.length == 1) {
                access(0, first, last + 1);
            } else {
                for (int lane = 0; lane < 2; ++lane) {
                    if (stride == 1 || (first & 1) == lane) access(lane, first + (1 - lane) >> 1, (last - lane >> 1) + 1);
                }
            }
            settle();
            return true;
        } finally {
            this.array = null;
            this.shadow = null;
            lock = lock + 1;
        }
    }

    /** Gives an element its own word back. */
    @Hidden
    @DontInline
    void release(long[] shadow, int element) {
        lock();
        try {
            this.shadow = shadow;
            if (word(element) != HERE) return;
            number = element & lanes.length - 1;
            int place = element / lanes.length;
            Lane old = lanes[number];
            int at = old.find(place);
            if (at == old.count || old.from[at] > place) {
                // Its word was lost: only an error of the JVM in the midst of an operation does that.
                U.putLongRelease(shadow, offset(element), 0);
                return;
            }
            // Who goes through the array one by one need not come here for each.
            int end = Math.min(old.to[at], place + (1 << Math.min(streak++ >> 1, 8)));
            balance -= SHORT + (end - place);
            begin();
            for (int i = 0; i < at; ++i) piece(old.from[i], old.to[i], old.words[i]);
            piece(old.from[at], place, old.words[at]);
            close();
            flush(place, end, old.words[at]);
            piece(end, old.to[at], old.words[at]);
            for (int i = at + 1; i < old.count; ++i) piece(old.from[i], old.to[i], old.words[i]);
            end(old);
            settle();
        } finally {
            this.shadow = null;
            lock = lock + 1;
        }
    }

    private void access(int lane, int first, int end) {
        if (first >= end) return;
        number = lane;
        if (TELLS) knownWord = HERE; // places are those of the lane
        Lane old = lanes[lane];
        int at = old.find(first);
        if (at < old.count && old.from[at] == first && old.to[at] == end) {
            old.words[at] = nextOfStretch(old.words[at], first, end);
            balance += end - first;
            return;
        }
        begin();
        for (int i = 0; i < at; ++i) piece(old.from[i], old.to[i], old.words[i]);
        for (int place = first; place < end;) {
            if (at < old.count && old.from[at] <= place) {
                int stop = Math.min(old.to[at], end);
                long word = old.words[at];
                piece(old.from[at], place, word);
                piece(place, stop, nextOfStretch(word, place, stop));
                piece(stop, old.to[at], word);
                balance += stop - place;
                place = stop;
                ++at;
            } else {
                int stop = at < old.count ? Math.min(old.from[at], end) : end;
                balance -= stop - place;
                for (; place < stop; ++place) piece(place, place + 1, take(place, stop));
            }
        }
        for (; at < old.count; ++at) piece(old.from[at], old.to[at], old.words[at]);
        end(old);
    }

    /** The word of a stretch stays where it is meanwhile, so that no sweep takes its state: it need not be loaded again. */
    private long nextOfStretch(long word, int place, int end) {
        long next;
        do {
            next = next(word, place, end, DeadHeatHooks.sweeps());
        } while (next == DeadHeatContract.LOOK_AGAIN);
        return next;
    }

    /**
     * What the operation makes of a word that was loaded after `sweeps` was asked; or LOOK_AGAIN. The places up to `end` have it,
     * too. A sweep sees what only this thread has: the new word is in knownNext until it is in a piece, and the old one in
     * knownWord.
     */
    private long next(long word, int place, int end, int sweeps) {
        if (word == knownWord && (!TELLS || place < knownEnd)) return knownNext;
        int element = place * lanes.length + number, count = TELLS ? end - place : 1;
        long next = DeadHeatLoops.next(word, array, shadow, element, site, sites, write, flag, sweeps, count, lanes.length);
        if (next == DeadHeatContract.LOOK_AGAIN) return next;
        // Before anybody sees the new word.
        if (next != word) DeadHeat.placeOf(shadow, write, site, sites);
        knownWord = word;
        knownNext = next;
        knownEnd = end;
        return next;
    }

    /** The element of a place goes over to the piece that is being made; gives the word that it would have. */
    private long take(int place, int end) {
        long offset = offset(place * lanes.length + number);
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(shadow, offset);
            boolean lost = word == HERE;
            long next = next(lost ? 0 : word, place, lost || !TELLS ? place + 1 : endOfSame(word, place, end), sweeps);
            if (next == DeadHeatContract.LOOK_AGAIN) continue;
            if (lost || U.compareAndSetLong(shadow, offset, word, HERE)) return next;
            // The word was not here throughout: its state may have been taken before it came to knownWord.
            knownWord = HERE;
        }
    }

    /** The first place after this one, up to `end`, whose element has another word. If it gets it later, it is told of again. */
    private int endOfSame(long word, int place, int end) {
        if (word == knownWord && place < knownEnd) return knownEnd;
        while (++place < end && word(place * lanes.length + number) == word) {}
        return place;
    }

    // ---- the stretches of a lane are made again, piece by piece

    private int number; // of the lane
    private Lane made;
    private int pieceFrom, pieceTo;
    private long pieceWord;

    private void begin() {
        made = spare == null ? new Lane() : spare;
        spare = null;
        made.count = pieceFrom = pieceTo = 0;
    }

    private void piece(int from, int to, long word) {
        if (from >= to) return;
        if (pieceTo == from && pieceWord == word && pieceFrom < pieceTo) {
            pieceTo = to;
            return;
        }
        close();
        pieceFrom = from;
        pieceTo = to;
        pieceWord = word;
    }

    private void close() {
        if (pieceTo - pieceFrom >= SHORT && made.count < MOST) {
            made.add(pieceFrom, pieceTo, pieceWord);
        } else {
            flush(pieceFrom, pieceTo, pieceWord);
        }
        pieceFrom = pieceTo = 0;
    }

    private void end(Lane old) {
        close();
        lanes[number] = made;
        spare = old;
        made = null;
    }

    private void flush(int from, int to, long word) {
        for (int place = from; place < to; ++place)
            U.putLongRelease(shadow, offset(place * lanes.length + number), word);
    }

    private void makeLanes() {
        Lane all = lanes[0];
        lanes = new Lane[2];
        for (number = 0; number < 2; ++number) {
            begin();
            for (int i = 0; i < all.count; ++i) {
                int odd = 1 - number;
                piece(all.from[i] + odd >> 1, all.to[i] + odd >> 1, all.words[i]);
            }
            close();
            lanes[number] = made;
        }
        made = null;
    }

    /** Where single accesses undo what ranges do, the elements keep their words for good. */
    private void settle() {
        int length = shadow.length;
        if (balance > length) balance = length;
        if (balance >= -8 * length) return;
        for (number = 0; number < lanes.length; ++number) {
            Lane lane = lanes[number];
            for (int i = 0; i < lane.count; ++i) flush(lane.from[i], lane.to[i], lane.words[i]);
            lane.count = 0;
        }
        givenUp = true;
    }

    private static long offset(int element) {
        return DeadHeatHooks.LONGS + ((long) element << 3);
    }

    private long word(int element) {
        return U.getLongVolatile(shadow, offset(element));
    }
}
