package java.lang;

import static java.lang.DeadHeatContract.*;
import static java.lang.DeadHeatModels.*;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;

/**
 * Fields and elements that are accessed by other means than instructions: copies of objects, reflection, handles, Unsafe. The
 * code says only the object and where the field is; what is there is looked up by class. See DeadHeatModels.
 */
public final class DeadHeatFields {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int FIELD = 0, SHADOW = 1, LAST_READ = 2, LAST_WRITE = 3, VARIABLE = 4, SIZE = 5;

    private DeadHeatFields() {}

    private static final ClassValue<long[]> OF_OBJECTS = table(false);
    private static final ClassValue<long[]> OF_CLASSES = table(true);

    private static ClassValue<long[]> table(boolean statics) {
        return new ClassValue<>() {
            @Override
            protected long[] computeValue(Class<?> type) {
                long[] fields = (long[]) DeadHeatHooks.fieldsOf(type, statics);
                return fields != null ? fields : new long[0];
            }
        };
    }

    private static long[] fieldsOf(Object base) {
        return base instanceof Class ? OF_CLASSES.get((Class<?>) base) : OF_OBJECTS.get(base.getClass());
    }

    private static void access(Object base, long[] fields, int at, boolean write, int site) {
        if (DeadHeatSampling.off() && !(base instanceof Class)) return;
        long shadow = fields[at + SHADOW], reads = fields[at + LAST_READ], writes = fields[at + LAST_WRITE];
        long quick = U.getLong(base, shadow);
        if (write ? DeadHeatPaths.quickWrite(quick) : DeadHeatPaths.quickRead(quick, base instanceof Class)) return;
        for (;;) {
            int sweeps = DeadHeatHooks.sweeps();
            long word = U.getLongVolatile(base, shadow);
            int lastRead = reads > 0 ? U.getInt(base, reads) : 0, lastWrite = writes > 0 ? U.getInt(base, writes) : 0;
            long next = DeadHeatHooks.field(word, site, lastRead, lastWrite, write ? COLLECTION_WRITE : COLLECTION_READ, sweeps,
                    (int) fields[at + VARIABLE], base);
            if (next == word || next != LOOK_AGAIN && U.compareAndSetLong(base, shadow, word, next)) break;
        }
        long own = write ? writes : reads;
        if (own > 0) DeadHeatPaths.place(base, own, site);
    }

    /** A plain access of what is at an offset of an object, a class (its static fields) or an array. */
    static void access(Object base, long offset, boolean write, int site) {
        if (base == null) return;
        if (base.getClass().isArray()) {
            int index = indexOf(base, offset);
            if (index >= 0) DeadHeat.elements(base, index, 1, site, write);
            return;
        }
        long[] fields = fieldsOf(base);
        for (int at = 0; at < fields.length; at += SIZE) {
            if (fields[at + FIELD] != offset) continue;
            access(base, fields, at, write, site);
            return;
        }
    }

    private static int indexOf(Object array, long offset) {
        return (int) ((offset - BASE.get(array.getClass())) / U.arrayIndexScale(array.getClass()));
    }

    // Unsafe.arrayBaseOffset returns an int or a long, by the version of Java.
    private static final ClassValue<Long> BASE = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            return DeadHeatHooks.arrayBase(type);
        }
    };

    /** A volatile access of it: the same variable as for instructions, atomic arrays apart. */
    private static void ordered(int kind, Object base, long offset, int site) {
        if (base == null) return;
        long key = base.getClass().isArray() ? indexOf(base, offset) + 1L : offset;
        event(kind, base, ATOMIC, key, site, 0);
    }

    // ---- copies

    /** Object.clone reads all fields, or all elements. */
    public static void cloneRead(Object object, int site) {
        if (object == null) return;
        if (object.getClass().isArray()) {
            DeadHeatArrays.read(object, site);
            return;
        }
        long[] fields = OF_OBJECTS.get(object.getClass());
        for (int at = 0; at < fields.length; at += SIZE) access(object, fields, at, false, site);
    }

    /** The copy is a new object that nobody has accessed. */
    public static void cloned(Object object, Object copy, int site) {
        if (object != null && copy != null && object != copy && object.getClass() == copy.getClass()) forget(copy, site);
    }

    /** The object belongs to the current thread alone: who had it before has no reference any more. */
    public static void forget(Object object, int site) {
        if (object == null || object.getClass().isArray()) return;
        long[] fields = OF_OBJECTS.get(object.getClass());
        for (int at = 0; at < fields.length; at += SIZE) {
            U.putLong(object, fields[at + SHADOW], 0);
            if (fields[at + LAST_READ] > 0) U.putInt(object, fields[at + LAST_READ], 0);
            if (fields[at + LAST_WRITE] > 0) U.putInt(object, fields[at + LAST_WRITE], 0);
        }
    }

    /**
     * A constructor ends that has put the array or collection into a final field: a reader of that field sees what is in
     * it now. So what the current thread did to it counts for no race.
     */
    public static void freeze(Object value, int site) {
        if (value == null) return;
        DeadHeatTable.Entry entry = DeadHeatHooks.TABLE.find(value, value.getClass().isArray() ? DeadHeat.ARRAY : DeadHeatHooks.COLLECTION);
        if (entry == null || entry.shadow == null) return;
        if (entry.ranges != null) entry.ranges.freeze();
        long[] shadow = entry.shadow;
        int elements = value.getClass().isArray() ? shadow.length - ARRAY_PLACES : 1;
        for (int i = 0; i < elements; i++) freeze(shadow, i);
        DeadHeatTable.Entry indexed = DeadHeatLists.indexed(value);
        for (int i = 0; indexed != null && i < indexed.shadow.length; i += 2) freeze(indexed.shadow, i);
    }

    private static void freeze(long[] shadow, int place) {
        long word = shadow[place];
        if (word != 0 && word != DeadHeatRanges.HERE && DeadHeatPaths.quickWrite(word))
            U.compareAndSetLong(shadow, DeadHeat.wordAt(place), word, 0);
    }

    // ---- Unsafe

    public static void unsafeGet(Object base, long offset, int site) {
        access(base, offset, false, site);
    }

    public static void unsafePut(Object base, long offset, int site) {
        access(base, offset, true, site);
    }

    public static void unsafeRead(Object base, long offset, int site) {
        ordered(VOLATILE_READ, base, offset, site);
    }

    public static void unsafeWrite(Object base, long offset, int site) {
        ordered(VOLATILE_WRITE, base, offset, site);
    }

    // Which plain accesses a fence orders is not known: all of the two threads.
    private static final Object FENCE = new Object();

    public static void fenceOut(int site) {
        out(FENCE, 0, site, QUEUE);
    }

    public static void fenceIn(int site) {
        in(FENCE, 0, site, QUEUE);
    }

    public static void fence(int site) {
        fenceIn(site);
        fenceOut(site);
    }

    // ---- reflection

    private static void reflected(Field field, Object object, boolean write, int site) {
        int modifiers = field.getModifiers();
        boolean isStatic = Modifier.isStatic(modifiers);
        Object base = isStatic ? field.getDeclaringClass() : object;
        if (base == null || Modifier.isFinal(modifiers)) return;
        long offset = isStatic ? U.staticFieldOffset(field) : U.objectFieldOffset(field);
        if (isStatic) DeadHeatHooks.use(field.getDeclaringClass(), site);
        if (Modifier.isVolatile(modifiers)) {
            ordered(write ? VOLATILE_WRITE : VOLATILE_READ, base, offset, site);
        } else if (isStatic || field.getDeclaringClass().isInstance(object)) {
            access(base, offset, write, site);
        }
    }

    public static void reflectedRead(Object field, Object object, int site) {
        if (field instanceof Field) reflected((Field) field, object, false, site);
    }

    public static void reflectedWrite(Object field, Object object, int site) {
        if (field instanceof Field) reflected((Field) field, object, true, site);
    }

    // ---- handles

    private static final long FLAGS = DeadHeatHooks.offsetOf(classOf("java.lang.invoke.MemberName"), "flags");
    private static final Class<?> ACCESSOR = classOf("java.lang.invoke.DirectMethodHandle$Accessor");
    private static final Class<?> STATIC_ACCESSOR = classOf("java.lang.invoke.DirectMethodHandle$StaticAccessor");
    private static final long FIELD_AT = DeadHeatHooks.offsetOf(ACCESSOR, "fieldOffset");
    private static final long STATIC_BASE = DeadHeatHooks.offsetOf(STATIC_ACCESSOR, "staticBase");
    private static final long STATIC_AT = DeadHeatHooks.offsetOf(STATIC_ACCESSOR, "staticOffset");

    private static Class<?> classOf(String name) {
        return ClassLoader.findBootstrapClassOrNull(name);
    }

    /** Modifiers, and bits of the JDK's own. */
    static int flagsOf(Object member) {
        return U.getInt(member, FLAGS);
    }

    /** Whether a handle gets or sets a field. */
    static boolean isAccessor(Object handle) {
        return handle.getClass() == STATIC_ACCESSOR || handle.getClass() == ACCESSOR;
    }

    private static void methodHandle(Object handle, Object first, boolean after, int site) {
        if (!(handle instanceof MethodHandle) || !isAccessor(handle)) return;
        boolean isStatic = handle.getClass() == STATIC_ACCESSOR;
        Object base = isStatic ? U.getReference(handle, STATIC_BASE) : first;
        long offset = isStatic ? U.getLong(handle, STATIC_AT) : U.getInt(handle, FIELD_AT);
        Object member = peek(handle, "java.lang.invoke.DirectMethodHandle", "member");
        boolean write = ((MethodHandle) handle).type().returnType() == void.class;
        if (base == null || member == null || write == after) return;
        if (Modifier.isVolatile(flagsOf(member))) {
            ordered(write ? VOLATILE_WRITE : VOLATILE_READ, base, offset, site);
        } else {
            access(base, offset, write, site);
        }
    }

    static void methodHandleBefore(Object handle, Object first, int site) {
        methodHandle(handle, first, false, site);
    }

    static void methodHandleAfter(Object handle, Object first, int site) {
        methodHandle(handle, first, true, site);
    }

    private static final int PLAIN_READ = -1, PLAIN_WRITE = -2;

    private static final Object DIRECT = new Object();
    private static final long ADDRESS = DeadHeatHooks.offsetOf(java.nio.Buffer.class, "address");

    /** Views of the same memory are buffers of their own: its place counts. */
    private static void inBuffer(int kind, Object buffer, int index, int site) {
        Object array = peek(buffer, "java.nio.ByteBuffer", "hb");
        if (ADDRESS >= 0) event(kind, array != null ? array : DIRECT, ATOMIC, U.getLong(buffer, ADDRESS) + index, site, 0);
    }

    private static final String[] SEGMENTS = {
        "jdk.internal.foreign.NativeMemorySegmentImpl", "min", "jdk.internal.foreign.HeapMemorySegmentImpl", "offset"
    };

    /** A segment of memory as a whole: where it begins stands for all that is in it. */
    private static void inSegment(int kind, Object segment, int site) {
        Object array = peek(segment, SEGMENTS[2], "base");
        for (Class<?> c = segment.getClass(); c != null; c = c.getSuperclass()) {
            for (int i = 0; i < SEGMENTS.length; i += 2) {
                long at = c.getName().equals(SEGMENTS[i]) ? DeadHeatHooks.offsetOf(c, SEGMENTS[i + 1]) : -1;
                if (at >= 0) event(kind, array != null ? array : DIRECT, ATOMIC, U.getLong(segment, at), site, 0);
            }
        }
    }

    private static final String LAZY = "java.lang.invoke.LazyInitializingVarHandle";

    /** Newer versions of Java have one for statics, which initialises their class at the first use. */
    public static void handleUsed(Object handle, int site) {
        if (handle == null) return;
        Object type = peek(handle, LAZY, "refc");
        if (type != null) DeadHeatHooks.use((Class<?>) type, site);
    }

    private static void handle(int kind, Object made, Object first, int index, int site) {
        if (!(made instanceof java.lang.invoke.VarHandle)) return;
        handleUsed(made, site);
        Object inner = peek(made, LAZY, "target");
        Object handle = inner != null ? inner : made;
        Object base = first;
        long offset = -1;
        for (Class<?> c = handle.getClass(); c != null && offset < 0; c = c.getSuperclass()) {
            long at = DeadHeatHooks.offsetOf(c, "fieldOffset");
            if (at < 0) continue;
            offset = U.getLong(handle, at);
            long ofStatic = DeadHeatHooks.offsetOf(c, "base");
            if (ofStatic >= 0) base = U.getReference(handle, ofStatic);
        }
        boolean isElement = offset < 0;
        if (isElement && base instanceof java.nio.ByteBuffer) {
            if (kind >= 0) inBuffer(kind, base, index, site);
            return;
        }
        if (isElement && base != null && base.getClass().getName().startsWith("jdk.internal.foreign.")) {
            if (kind >= 0) inSegment(kind, base, site);
            return;
        }
        if (base == null || isElement && !base.getClass().isArray()) return;
        if (isElement) offset = BASE.get(base.getClass()) + (long) index * U.arrayIndexScale(base.getClass());
        if (kind < 0) {
            access(base, offset, kind == PLAIN_WRITE, site);
        } else {
            ordered(kind, base, offset, site);
        }
    }

    public static void handleRead(Object handle, Object first, int index, int site) {
        handle(VOLATILE_READ, handle, first, index, site);
    }

    public static void handleWrite(Object handle, Object first, int index, int site) {
        handle(VOLATILE_WRITE, handle, first, index, site);
    }

    public static void handleGet(Object handle, Object first, int index, int site) {
        handle(PLAIN_READ, handle, first, index, site);
    }

    public static void handleSet(Object handle, Object first, int index, int site) {
        handle(PLAIN_WRITE, handle, first, index, site);
    }
}
