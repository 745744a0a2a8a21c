package java.lang;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * What the analysis keeps of objects it must not keep alive: a weak identity table from (object, key) to a native handle or
 * the shadow of an array. Look-ups take no lock; inserts lock one stripe. Entries of collected objects are
 * unlinked, and their handles given back, by later inserts.
 */
final class DeadHeatTable {
    static final class Entry extends WeakReference<Object> {
        final int hash;
        final long key;
        final long handle;
        final long[] shadow;
        final DeadHeatRanges ranges; // of the shadow, or null
        volatile Entry next;
        volatile boolean moved; // a copy of it holds the handle now

        Entry(Object object, int hash, long key, long handle, long[] shadow, DeadHeatRanges ranges,
                ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = hash;
            this.key = key;
            this.handle = handle;
            this.shadow = shadow;
            this.ranges = ranges;
        }
    }

    /** The key of a thread; its handle is that of newThread. */
    static final long THREAD = 9L << 56;

    private static final int STRIPES = 64;

    private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    private final Stripe[] stripes = new Stripe[STRIPES];

    private static final class Stripe {
        volatile Entry[] buckets = new Entry[64];
        int size;
        private volatile int isLocked;
        private static final long IS_LOCKED = DeadHeatHooks.offsetOf(Stripe.class, "isLocked");

        /**
         * Not a monitor: a virtual thread that waits for one may be the next to get it, and have no carrier to run on, for that
         * waits for it, too.
         */
        void lock() {
            while (!DeadHeatHooks.U.compareAndSetInt(this, IS_LOCKED, 0, 1)) Thread.yield();
        }

        void unlock() {
            isLocked = 0;
        }
    }

    DeadHeatTable() {
        for (int i = 0; i < STRIPES; ++i) stripes[i] = new Stripe();
    }

    private static int mix(int identity, long key) {
        long h = (identity ^ key * 0x9E3779B97F4A7C15L) * 0xFF51AFD7ED558CCDL;
        return (int) (h ^ h >>> 32);
    }

    static int hash(Object object, long key) {
        return mix(System.identityHashCode(object), key);
    }

    /** The entry of (object, key), or null. */
    Entry find(Object object, long key) {
        int hash = hash(object, key);
        Entry[] buckets = stripes[hash & STRIPES - 1].buckets;
        for (Entry e = buckets[hash >>> 6 & buckets.length - 1]; e != null; e = e.next) {
            if (e.hash == hash && e.key == key && e.get() == object) return e;
        }
        return null;
    }

    /** Adds an entry; if another thread was faster, gives that one, and the handle is not used. */
    Entry add(Object object, long key, long handle, long[] shadow, DeadHeatRanges ranges) {
        clean();
        return addUncleaned(object, key, handle, shadow, ranges);
    }

    /** The same where little may happen: the JVM's own callbacks. */
    Entry addUncleaned(Object object, long key, long handle, long[] shadow, DeadHeatRanges ranges) {
        int hash = hash(object, key);
        Stripe stripe = stripes[hash & STRIPES - 1];
        stripe.lock();
        try {
            Entry known = find(object, key);
            if (known != null) return known;
            if (stripe.size >= stripe.buckets.length) grow(stripe);
            Entry[] buckets = stripe.buckets;
            int at = hash >>> 6 & buckets.length - 1;
            Entry e = new Entry(object, hash, key, handle, shadow, ranges, queue);
            e.next = buckets[at];
            DeadHeatHooks.U.putReferenceRelease(buckets, DeadHeatHooks.arrayOffset(at), e);
            ++stripe.size;
            return e;
        } finally {
            stripe.unlock();
        }
    }

    // Entries are copied: a reader in the old chains must not be led astray.
    private void grow(Stripe stripe) {
        Entry[] old = stripe.buckets;
        Entry[] larger = new Entry[old.length * 2];
        int size = 0;
        for (Entry head : old) {
            for (Entry e = head; e != null; e = e.next) {
                Object object = e.get();
                if (object == null) continue;
                int at = e.hash >>> 6 & larger.length - 1;
                Entry copy = new Entry(object, e.hash, e.key, e.handle, e.shadow, e.ranges, queue);
                copy.next = larger[at];
                larger[at] = copy;
                ++size;
                e.moved = true;
            }
        }
        stripe.size = size;
        stripe.buckets = larger;
    }

    private void clean() {
        for (Entry dead; (dead = (Entry) queue.poll()) != null;) remove(dead);
    }

    private void remove(Entry dead) {
        if (dead.moved) return;
        Stripe stripe = stripes[dead.hash & STRIPES - 1];
        stripe.lock();
        try {
            Entry[] buckets = stripe.buckets;
            int at = dead.hash >>> 6 & buckets.length - 1;
            Entry before = null;
            for (Entry e = buckets[at]; e != null; before = e, e = e.next) {
                if (e != dead) continue;
                if (before == null) {
                    buckets[at] = e.next;
                } else {
                    before.next = e.next;
                }
                --stripe.size;
                break;
            }
        } finally {
            stripe.unlock();
        }
        if (dead.key == THREAD) {
            DeadHeatHooks.freeThread(dead.handle);
        } else if (dead.handle != 0) {
            DeadHeatHooks.freeLock(dead.handle);
        }
    }
}
