package java.lang;

import static java.lang.DeadHeatContract.*;

import java.lang.ref.Reference;
import jdk.internal.misc.Unsafe;

/**
 * The slow half of the shim: what instrumented code calls for synchronization, and the natives behind
 * everything. Instrumented code calls only what is public here. No method throws; objects may be null.
 */
public final class DeadHeatHooks {
    static final Unsafe U = Unsafe.getUnsafe();
    private static final long POINTER = U.objectFieldOffset(Thread.class, "dh$w0");
    private static final int WORDS = (int) config(CONFIG_THREAD_WORDS);
    private static final long WORDS_AT = config(CONFIG_THREAD_WORDS_OFFSET);
    /** Where a thread has the address of what it remembers (agent/memo.h); 0: nothing is remembered. */
    static final long MEMO = config(CONFIG_REMEMBERS_STEPS) == 0 ? 0 : U.objectFieldOffset(Thread.class, "dh$w" + (WORDS + 1));
    /** Where a thread counts its events that are not accesses. */
    static final long STAMP = U.objectFieldOffset(Thread.class, "dh$w" + (WORDS + 2));
    /** Where a thread has the address of the places it has been at (JavaThread::seen). */
    static final long SEEN = U.objectFieldOffset(Thread.class, "dh$w" + (WORDS + 3));
    /** Where a thread has the bits of its epoch that go with places: those of a place, above them where its entry in arrays is. */
    static final long TAG = U.objectFieldOffset(Thread.class, "dh$w" + (WORDS + 4));
    private static final int EPOCH_WORD = (int) config(CONFIG_EPOCH_WORD);
    private static final long[] WORD_OFFSETS = wordOffsets();
    static final long LONGS = config(CONFIG_LONG_ARRAY_BASE);
    private static final long REFERENCES = config(CONFIG_REFERENCE_ARRAY_BASE), REFERENCE_SIZE = config(CONFIG_REFERENCE_ARRAY_SCALE);

    static final DeadHeatTable TABLE = new DeadHeatTable();

    private DeadHeatHooks() {}

    static native long config(int index);
    /** How many different races were found so far; for test frameworks (examples/jvm/junit). */
    public static native long races();
    /** Offset of the shadow word of a site's field; -1: nothing to do, -2: volatile, 0: not known yet. */
    static native long resolve(int site, Object object);
    /** Whether the method that a call runs on objects of a class is not instrumented. */
    static native boolean isLibrary(Class<?> type, int site);
    /** Whether the method that objects of the class have is one of a library, not of the program. */
    static native boolean inherits(Class<?> type, String method, String descriptor);
    /** Lines "before owner method operands..." of what the models say about a method of a type itself (DeadHeatCalls). */
    static native String modelOf(String type, String method, String descriptor);
    static native long historyOffset(int site, int write);
    static native Object staticBase(int site);
    private static native long access0(long thread, long word, int site, int lastRead, int lastWrite, int index, int sweeps, Object object);
    private static native long elements0(long thread, long word, int site, int lastRead, int lastWrite, int index, int sweeps, Object object, int count, int stride);
    private static native long elementsWord(long thread, int first, int count);
    private static native int collectionVariable(String type);
    private static native long value0(long thread, long word, int site, int lastRead, int lastWrite, int index, int sweeps, long value);
    private static native long replaced0(long thread);
    private static native void sync0(long thread, int kind, long handle, int site, int detail);
    private static native long field0(long thread, long word, int site, int lastRead, int lastWrite, int how, int sweeps, int variable, Object object);
    /** Five numbers for each field of objects of a class, or static field of it (DeadHeatFields). */
    static native Object fieldsOf(Class<?> type, boolean statics);
    /** Where the elements of arrays of a class begin. */
    static native long arrayBase(Class<?> type);
    private static native int useCaller(long thread, int site);
    private static native void useClass(long thread, Class<?> type, int site);
    private static native void joinEnded(long thread, int site);
    private static native void class0(long thread, int site);
    private static native void method0(long thread, int kind, int site);
    private static native long newThread(Thread thread, String name, boolean running);
    private static native long memoOf(long thread);
    private static native long seenOf(long thread);
    private static native void see0(long thread, int site);
    private static native void threadEvent(long thread, int kind, long other, int site);
    private static native void startThread(long thread, long other, int site);
    private static native void joinThread(long thread, long other, int site);
    private static native long newLock(int space, Object object, long key);
    static native void freeLock(long handle);
    static native void freeThread(long thread);

    private static long[] wordOffsets() {
        long[] offsets = new long[WORDS];
        for (int i = 0; i < WORDS; ++i) offsets[i] = U.objectFieldOffset(Thread.class, "dh$w" + (i + 1));
        return offsets;
    }

    /** Whether a class stays as long as the JVM runs. */
    static boolean isPermanent(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader instanceof jdk.internal.loader.BuiltinClassLoader;
    }

    static long arrayOffset(int index) {
        return REFERENCES + index * REFERENCE_SIZE;
    }

    // Called by the agent for DeadHeatTable and by resolve: where a shadow stands in objects of a class.
    static long offsetOf(Class<?> owner, String name) {
        try {
            return U.objectFieldOffset(owner, name);
        } catch (InternalError absent) {
            return -1;
        }
    }

    // Called by the agent when a class gets the sites of one that is gone.
    static void forgetSites(int first, int count) {
        DeadHeat.forgetSites(first, count);
    }

    // Called by the agent: whether accesses are checked from now on.
    static void setSampling(boolean on) {
        DeadHeatSampling.set(on);
    }

    private static Class<?> loaded(ClassLoader loader, String name) {
        return loader == null ? ClassLoader.findBootstrapClassOrNull(name) : loader.findLoadedClass(name);
    }

    private static boolean isOfJdk(ClassLoader loader) {
        return loader instanceof jdk.internal.loader.BuiltinClassLoader;
    }

    /** The file of a class as such a loader, or without one the JDK, finds it; null: there is none. */
    private static byte[] classBytes(ClassLoader loader, String path) {
        ClassLoader source = loader != null ? loader : ClassLoader.getPlatformClassLoader();
        try (java.io.InputStream in = source.getResourceAsStream(path)) {
            return in == null ? null : in.readAllBytes();
        } catch (Throwable failed) {
            return null;
        }
    }

    // ---- threads

    private static long self() {
        Thread thread = Thread.currentThread();
        long pointer = U.getLong(thread, POINTER);
        return pointer != 0 ? pointer : attach(thread);
    }

    /** Called by the agent for every thread that runs before the shim does. */
    static long attach(Thread thread) {
        long pointer = U.getLong(thread, POINTER);
        if (pointer == 0) {
            pointer = newThread(thread, thread.getName(), true);
            if (pointer == 0) return 0;
            U.putLong(thread, POINTER, pointer);
            TABLE.addUncleaned(thread, DeadHeatTable.THREAD, pointer, null, null);
            if (MEMO != 0 && pointer != 0) U.putLong(thread, MEMO, memoOf(pointer));
            if (pointer != 0) U.putLong(thread, SEEN, seenOf(pointer));
        }
        refresh(thread, pointer);
        return pointer;
    }

    /** Called by the agent in every new thread before it runs. */
    static void begin(Thread thread) {
        boolean wasStarted = U.getLong(thread, POINTER) != 0;
        long pointer = attach(thread);
        if (pointer == 0 || !wasStarted) return;
        threadEvent(pointer, START_POST, 0, 0);
        refresh(thread, pointer);
    }

    /** Called by the agent in every thread before it ends. */
    static void detach(Thread thread) {
        long pointer = U.getLong(thread, POINTER);
        if (pointer == 0) return;
        if (MEMO != 0) U.putLong(thread, MEMO, 0);
        U.putLong(thread, SEEN, 0);
        threadEvent(pointer, THREAD_EXIT, 0, 0);
    }

    /** An event that orders nothing, about another thread, or about none. */
    static void about(Thread thread, int kind, int site) {
        long pointer = self();
        long other = thread == null ? 0 : U.getLong(thread, POINTER);
        if (pointer == 0 || thread != null && other == 0) return;
        threadEvent(pointer, kind, other, site);
        stamp(Thread.currentThread(), pointer);
    }

    private static void refresh(Thread thread, long pointer) {
        long[] offsets = WORD_OFFSETS;
        for (int i = 0; i < offsets.length; ++i) {
            U.putLong(thread, offsets[i], U.getLong(pointer + WORDS_AT + 8L * i));
        }
        if (EPOCH_WORD != 0) U.putLong(thread, TAG, tagOf(U.getLong(pointer + WORDS_AT + 8L * EPOCH_WORD) & (1L << EPOCH_BITS) - 1));
    }

    /** place_tag of dynamic/shadow_word.h, and the entry. */
    private static long tagOf(long epoch) {
        long tag = epoch + (epoch >>> 17) & (1L << PLACE_TAG_BITS) - 1;
        return tag << PLACE_TAG_SHIFT | (epoch >>> CLOCK_BITS & ARRAY_PLACES - 1) << 35;
    }

    /** After an event of the current thread that is not an access. */
    private static void stamp(Thread thread, long pointer) {
        refresh(thread, pointer);
        U.putLong(thread, STAMP, U.getLong(thread, STAMP) + 1);
    }

    static void sync(int kind, long handle, int site, int detail) {
        long pointer = self();
        if (pointer == 0) return;
        sync0(pointer, kind, handle, site, detail);
        stamp(Thread.currentThread(), pointer);
    }

    public static void start(Object receiver, int site) {
        if (!(receiver instanceof Thread)) return;
        Thread child = (Thread) receiver;
        long pointer = self();
        if (pointer == 0 || U.getLong(child, POINTER) != 0) return;
        long other = newThread(child, child.getName(), false);
        if (other == 0) return;
        threadEvent(pointer, CREATE, other, site);  // as far as it is known here
        startThread(pointer, other, site);
        if (MEMO != 0) U.putLong(child, MEMO, memoOf(other));
        U.putLong(child, SEEN, seenOf(other));
        U.putLong(child, POINTER, other);
        TABLE.add(child, DeadHeatTable.THREAD, other, null, null);
        refresh(child, other);
        stamp(Thread.currentThread(), pointer);
    }

    /** The JVM ends because no thread but daemons is left: what they did is over. */
    public static void lastThread(int site) {
        if (!Thread.currentThread().getName().equals("DestroyJavaVM")) return;
        long pointer = self();
        if (pointer == 0) return;
        joinEnded(pointer, site);
        stamp(Thread.currentThread(), pointer);
    }

    public static void join(Object receiver, int site) {
        if (!(receiver instanceof Thread)) return;
        Thread other = (Thread) receiver;
        if (other.isAlive()) return;
        long child = U.getLong(other, POINTER);
        long pointer = self();
        if (pointer == 0 || child == 0 || child == pointer) return;
        joinThread(pointer, child, site);
        stamp(Thread.currentThread(), pointer);
    }

    // ---- accesses

    @jdk.internal.vm.annotation.DontInline
    static void see(int site) {
        long pointer = self();
        if (pointer != 0) see0(pointer, site);
    }

    private static final long SWEEPS = config(CONFIG_SWEEPS_ADDRESS);

    /** To be asked before the word of an access is loaded. */
    static int sweeps() {
        return U.getIntVolatile(null, SWEEPS);
    }

    /** A miss of the inline test: the word that the location gets, or LOOK_AGAIN. */
    static long access(long word, int site, int lastRead, int lastWrite, Object object, int index, int sweeps) {
        long pointer = self();
        if (pointer == 0) return word;
        long result = access0(pointer, word, site, lastRead, lastWrite, index, sweeps, object);
        refresh(Thread.currentThread(), pointer);
        return result;
    }

    /** The same of `count` elements of an array, `stride` apart from `index` on, that all have this word. */
    static long elements(long word, int site, int lastRead, int lastWrite, Object array, int index, int sweeps, int count, int stride) {
        long pointer = self();
        if (pointer == 0) return word;
        long result = elements0(pointer, word, site, lastRead, lastWrite, index, sweeps, array, count, stride);
        refresh(Thread.currentThread(), pointer);
        return result;
    }

    private static final int SAME_WORD = 1 << 16;

    /** Before any element of an array is accessed: they get words that say which array it is. */
    static void fill(long[] shadow, int length) {
        long pointer = self();
        for (int first = 0; pointer != 0 && first < length;) {
            int count = Math.min(length - first, SAME_WORD);
            java.util.Arrays.fill(shadow, first, first + count, elementsWord(pointer, first, count));
            first += count;
        }
    }

    /** The same of a field that the site does not say. */
    static long field(long word, int site, int lastRead, int lastWrite, int how, int sweeps, int variable, Object object) {
        long pointer = self();
        if (pointer == 0) return word;
        long result = field0(pointer, word, site, lastRead, lastWrite, how, sweeps, variable, object);
        refresh(Thread.currentThread(), pointer);
        return result;
    }

    /** The same with a value. */
    static long access(long word, int site, int lastRead, int lastWrite, int index, int sweeps, long value) {
        long pointer = self();
        if (pointer == 0) return word;
        long result = value0(pointer, word, site, lastRead, lastWrite, index, sweeps, value);
        refresh(Thread.currentThread(), pointer);
        return result;
    }

    /** What the read that was the thread's last access with a value gives. */
    static long replaced() {
        return replaced0(self());
    }

    static final long COLLECTION = 7L << 56;

    // What collections of a class are called in reports.
    private static final ClassValue<Integer> VARIABLES = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return collectionVariable(type.getName());
        }
    };

    /** `named` is what the program calls the collection that is accessed. */
    static void collection(Object collection, Object named, int how, int site) {
        if (DeadHeatSampling.off()) return;
        DeadHeatTable.Entry entry = TABLE.find(collection, COLLECTION);
        if (entry == null) entry = TABLE.add(collection, COLLECTION, 0, new long[2], null);
        collection(entry.shadow, 0, named, how, site);
    }

    /** The word at `place` is accessed; the one after it has the places of the last read and write. */
    static void collection(long[] shadow, int place, Object named, int how, int site) {
        if (DeadHeatSampling.off()) return;
        if (how == COLLECTION_READ ? DeadHeatPaths.quickRead(shadow[place], false) : DeadHeatPaths.quickWrite(shadow[place])) return;
        long at = DeadHeat.wordAt(place);
        for (;;) {
            int sweeps = sweeps();
            long word = U.getLongVolatile(shadow, at);
            int lastRead = U.getInt(shadow, at + 8), lastWrite = U.getInt(shadow, at + 12);
            long pointer = self();
            if (pointer == 0) return;
            int variable = VARIABLES.get(named.getClass());
            long next = field0(pointer, word, site, lastRead, lastWrite, how, sweeps, variable, named);
            refresh(Thread.currentThread(), pointer);
            if (next == word || next != LOOK_AGAIN && U.compareAndSetLong(shadow, at, word, next)) break;
        }
        DeadHeatPaths.place(shadow, how == COLLECTION_READ ? at + 8 : at + 12, site);
    }

    public static void volatileRead(Object object, int site) {
        sync(VOLATILE_READ, handleOfField(object, site), site, 0);
        Reference.reachabilityFence(object);  // here and below: the handle goes with the object
    }

    public static void volatileWrite(Object object, int site) {
        sync(VOLATILE_WRITE, handleOfField(object, site), site, 0);
        Reference.reachabilityFence(object);
    }

    /** Volatile fields are distinguished by the offset of the field itself, as VarHandles and updaters have it. */
    private static long handleOfField(Object object, int site) {
        Object base = object != null ? object : staticBase(site);
        return base == null ? 0 : handle(base, ATOMIC, fieldOffset(site));
    }

    private static native long fieldOffset(int site);

    static long handle(Object object, int space, long sub) {
        long key = (long) space << 56 | sub & 0xFFFFFFFFFFFFFFL;
        DeadHeatTable.Entry entry = TABLE.find(object, key);
        if (entry != null) return entry.handle;
        long made = newLock(space, object, sub);
        entry = TABLE.add(object, key, made, null, null);
        if (entry.handle != made) freeLock(made);
        return entry.handle;
    }

    /** The handle if there is one, else 0. */
    static long knownHandle(Object object, int space, long sub) {
        DeadHeatTable.Entry entry = TABLE.find(object, (long) space << 56 | sub & 0xFFFFFFFFFFFFFFL);
        return entry == null ? 0 : entry.handle;
    }

    // ---- monitors, classes, methods

    private static void onLock(int kind, Object lock, int site, int detail) {
        if (lock == null) return;
        sync(kind, handle(lock, LOCK, 0), site, detail);
        Reference.reachabilityFence(lock);
    }

    public static void request(Object lock, int site) {
        onLock(REQUEST, lock, site, 0);
    }

    public static void enter(Object lock, int site) {
        onLock(ACQUIRE, lock, site, EXCLUSIVE);
    }

    public static void exit(Object lock, int site) {
        onLock(RELEASE, lock, site, EXCLUSIVE);
    }

    public static void clinit(int site) {
        long pointer = self();
        if (pointer == 0) return;
        class0(pointer, site);
        stamp(Thread.currentThread(), pointer);
    }

    private static final long USED = U.objectFieldOffset(Thread.class, "dh$u");

    /** Whether the current thread has used the class of this number. */
    @jdk.internal.vm.annotation.ForceInline
    static boolean hasUsed(long number) {
        long[] used = (long[]) U.getReference(Thread.currentThread(), USED);
        return number > 0 && used != null && number >>> 6 < used.length && (used[(int) (number >>> 6)] >>> number & 1) != 0;
    }

    /** The current thread runs code of a class, perhaps for the first time: after the initialiser, or within it. */
    @jdk.internal.vm.annotation.DontInline
    static void use(int site) {
        Thread thread = Thread.currentThread();
        long pointer = self();
        if (pointer == 0) return;
        int number = useCaller(pointer, site);
        stamp(thread, pointer);
        if (number <= 0) return;
        setUsed(thread, number);
        DeadHeat.setNumber(site, number);
    }

    private static void setUsed(Thread thread, int number) {
        long[] used = (long[]) U.getReference(thread, USED);
        if (used == null || number >>> 6 >= used.length) {
            used = used == null ? new long[(number >>> 6) + 4] : java.util.Arrays.copyOf(used, (number >>> 6) + 4);
            U.putReference(thread, USED, used);
        }
        used[number >>> 6] |= 1L << number;
    }

    /** The current thread reads a constant of the class of this number. */
    static void use(Class<?> type, long number, int site) {
        if (type == null || U.shouldBeInitialized(type)) return;  // its initialiser runs, in this thread
        use(type, site);
        setUsed(Thread.currentThread(), (int) number);
    }

    /** A class that is initialised now, with its superclasses. */
    static void use(Class<?> type, int site) {
        long pointer = self();
        if (pointer == 0 || type == null || isPermanentlyQuiet(type)) return;
        useClass(pointer, type, site);
        stamp(Thread.currentThread(), pointer);
    }

    private static boolean isPermanentlyQuiet(Class<?> type) {
        return type.isPrimitive() || type.isArray() || U.shouldBeInitialized(type);
    }

    public static void methodEnter(int site) {
        long pointer = self();
        if (pointer == 0) return;
        method0(pointer, 0, site);
        stamp(Thread.currentThread(), pointer);
    }

    public static void methodExit(int site) {
        long pointer = self();
        if (pointer == 0) return;
        method0(pointer, 1, site);
        stamp(Thread.currentThread(), pointer);
    }
}
