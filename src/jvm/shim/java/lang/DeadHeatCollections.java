package java.lang;

import static java.lang.DeadHeatModels.*;

import java.util.Collection;

/** Collections, maps and queues. See DeadHeatModels. */
public final class DeadHeatCollections {
    private DeadHeatCollections() {}

    // ---- what a collection is

    private static final int NONE = 1, PLAIN = 2, SYNCHRONIZED = 3, CONCURRENT = 4;

    private static final ClassValue<Integer> COLLECTIONS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            if (type.getClassLoader() != null) return type.getSuperclass() == null ? NONE : get(type.getSuperclass());
            if (java.security.MessageDigest.class.isAssignableFrom(type) || java.nio.Buffer.class.isAssignableFrom(type)
                    || java.util.EnumSet.class.isAssignableFrom(type)) {
                return PLAIN;
            }
            String name = type.getName();
            if (!name.startsWith("java.")) return NONE;
            switch (name) {
                case "java.util.ArrayList": case "java.util.LinkedList": case "java.util.HashMap":
                case "java.util.LinkedHashMap": case "java.util.TreeMap": case "java.util.HashSet":
                case "java.util.LinkedHashSet": case "java.util.TreeSet": case "java.util.ArrayDeque":
                case "java.util.PriorityQueue": case "java.util.IdentityHashMap": case "java.util.WeakHashMap":
                case "java.util.EnumMap": case "java.util.BitSet": case "java.lang.StringBuilder":
                case "java.text.SimpleDateFormat": case "java.text.DecimalFormat": case "java.text.MessageFormat":
                case "java.text.ChoiceFormat": case "java.text.CompactNumberFormat": case "java.util.GregorianCalendar":
                case "java.util.Scanner": case "java.util.StringJoiner": case "java.util.Formatter":
                case "java.util.StringTokenizer": case "java.util.SplittableRandom": case "java.util.Date":
                case "java.util.IntSummaryStatistics": case "java.util.LongSummaryStatistics":
                case "java.util.DoubleSummaryStatistics": case "java.util.AbstractMap$SimpleEntry":
                case "java.util.zip.CRC32": case "java.util.zip.CRC32C": case "java.util.zip.Adler32":
                    return PLAIN;
                case "java.util.Vector": case "java.util.Stack": case "java.util.Hashtable":
                case "java.lang.StringBuffer": case "java.io.ByteArrayOutputStream": case "java.io.CharArrayWriter":
                    return SYNCHRONIZED;
                case "java.util.Properties":
                    return CONCURRENT; // it has a concurrent map inside
                default:
                    if (name.startsWith("java.util.Collections$Synchronized")) return SYNCHRONIZED;
                    return name.startsWith("java.util.concurrent.") ? CONCURRENT : NONE;
            }
        }
    };

    private static boolean is(int kind, Object collection) {
        return collection != null && COLLECTIONS.get(collection.getClass()) == kind;
    }

    static boolean isConcurrent(Object collection) {
        return is(CONCURRENT, collection);
    }

    // Where a wrapper or a view of java.util has the collection that its methods are passed on to; 0: nowhere.
    static final ClassValue<Long> VIEWED = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                String name = c.getName();
                if (name.equals("java.io.StringWriter")) return DeadHeatHooks.offsetOf(c, "buf");
                if (c.getClassLoader() != null || !name.startsWith("java.util.") || name.indexOf('.', 10) >= 0) continue;
                for (String field : viewed(name.substring(10))) {
                    long at = DeadHeatHooks.offsetOf(c, field);
                    if (at >= 0) return at;
                }
            }
            return 0L;
        }
    };

    private static String[] viewed(String name) {
        if (name.startsWith("Collections$Unmodifiable") || name.startsWith("Collections$Checked"))
            return name.indexOf('$', 12) >= 0 ? new String[] {"i"} : new String[] {"c", "m"};
        if (name.startsWith("ReverseOrder")) return new String[] {"base"};
        if (name.equals("Collections$SetFromMap")) return new String[] {"m"};
        if (name.equals("Collections$AsLIFOQueue")) return new String[] {"q"};
        if (name.endsWith("$SubList")) return new String[] {"root"};
        if (name.endsWith("SubMap")) return new String[] {"m"};
        if (name.endsWith("KeySet") || name.endsWith("Values") || name.endsWith("EntrySet") || name.equals("Vector$1")
                || name.equals("Hashtable$Enumerator")) {
            return new String[] {"m", "this$0"};
        }
        return new String[0];
    }

    /**
     * The collection that a call is passed on to; null where that calls a method of the program, which is instrumented
     * itself.
     */
    static Object viewed(Object collection, int site) {
        if (collection == null) return null;
        Object result = collection;
        for (long at; (at = VIEWED.get(result.getClass())) != 0;) {
            Object next = DeadHeatHooks.U.getReference(result, at);
            if (next == null) return result;
            result = next;
        }
        return result == collection ? result : library(result, site);
    }

    /** An argument that the library reads: of a class of the program only if that has none of the methods it uses. */
    private static Object argument(Object collection) {
        return collection == null || ofJdk(collection) || INHERITING.get(collection.getClass()) ? collection : null;
    }

    private static final ClassValue<Boolean> INHERITING = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return DeadHeatHooks.inherits(type, "toArray", "()[Ljava/lang/Object;")
                    && DeadHeatHooks.inherits(type, "iterator", "()Ljava/util/Iterator;")
                    && DeadHeatHooks.inherits(type, "entrySet", "()Ljava/util/Set;");
        }
    };

    // ---- concurrent maps

    private static long mapKey(Object key) {
        return 2L << 32 | (key.hashCode() & 0xFFFFFFFFL);
    }

    public static void mapWrite(Object of, Object key, int site) {
        Object map = viewed(of, site);
        putForComparisons(map, key, site);
        if (isConcurrent(map)) {
            mapOut(map, key, site);
        } else {
            access(map, DeadHeatContract.COLLECTION_WRITE, site);
        }
    }

    public static void mapRead(Object of, Object key, int site) {
        Object map = viewed(of, site);
        if (isConcurrent(map)) {
            mapIn(map, key, site);
        } else {
            relocked(map, site);
        }
    }

    /** Of a concurrent map. */
    public static void mapOut(Object map, Object key, int site) {
        if (map == null || key == null) return;
        Object base = baseOf(map);
        out(base, mapKey(key), site, QUEUE);
        out(base, ALL, site, QUEUE);
    }

    public static void mapIn(Object map, Object key, int site) {
        if (map != null && key != null) in(baseOf(map), mapKey(key), site, QUEUE);
    }

    /** A function of the program runs inside an operation on one key; in one on all keys, that gets each of them first. */
    public static void mapFunctionIn(Object map, Object argument, Object first, int site) {
        if (map instanceof java.util.Map) mapIn(map, keyOf(argument, first), site);
    }

    public static void mapFunctionOut(Object map, Object argument, Object first, int site) {
        if (map instanceof java.util.Map) mapOut(map, keyOf(argument, first), site);
    }

    private static Object keyOf(Object argument, Object first) {
        return argument instanceof java.util.function.BiFunction ? first : argument;
    }

    /** A map in access order is changed by every access to a key. */
    public static void mapGet(Object of, int site) {
        Object map = viewed(of, site);
        boolean changes = map instanceof java.util.LinkedHashMap
                && DeadHeatHooks.U.getBoolean(map, DeadHeatHooks.offsetOf(java.util.LinkedHashMap.class, "accessOrder"));
        access(map, changes ? DeadHeatContract.COLLECTION_WRITE : DeadHeatContract.COLLECTION_READ, site);
    }

    // ---- comparisons of elements and keys by methods of the program

    private static final long COMPARED = 5L << 32;

    /** Whether a comparison by the program can read what is in it: arrays and collections, too, but not strings or numbers. */
    private static boolean isComparable(Object element) {
        return element != null && (!ofJdk(element) || element.getClass().isArray() || is(PLAIN, element));
    }

    /** Later operations of the collection compare other elements or keys with this one, in whatever thread they run. */
    private static void putForComparisons(Object of, Object element, int site) {
        if (isComparable(element) && !is(PLAIN, of)) out(element, COMPARED, site, QUEUE);
    }

    /** The JDK calls equals, compareTo, ... inside an operation of a collection. */
    public static void compared(Object one, Object two, int site) {
        if (isComparable(one)) in(one, COMPARED, site, QUEUE);
        if (isComparable(two)) in(two, COMPARED, site, QUEUE);
    }

    /** The comparison was made under a lock that every thread acquires to take elements out. */
    public static void comparedOut(Object one, Object two, int site) {
        if (isComparable(one)) out(one, COMPARED, site, QUEUE);
        if (isComparable(two)) out(two, COMPARED, site, QUEUE);
    }

    // ---- collections that are not instrumented: the object as a whole is read or written

    public static void collectionRead(Object collection, int site) {
        access(viewed(collection, site), DeadHeatContract.COLLECTION_READ, site);
    }

    public static void collectionWrite(Object collection, int site) {
        access(viewed(collection, site), DeadHeatContract.COLLECTION_WRITE, site);
    }

    private static final long ALL = 3L << 32;  // the elements of a concurrent collection

    // Where a class of java.util.concurrent has the collection that it is a view or an iterator of; 0: nowhere.
    private static final ClassValue<Long> BASES = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c.getClassLoader() != null || !c.getName().startsWith("java.util.concurrent.")) continue;
                for (String name : new String[] {"map", "m", "al", "this$0"}) {
                    long at = DeadHeatHooks.offsetOf(c, name);
                    if (at >= 0) return at;
                }
            }
            return 0L;
        }
    };

    /** What the collection is a view of, or itself. */
    private static Object baseOf(Object collection) {
        for (Object base = collection;;) {
            long at = BASES.get(base.getClass());
            Object next = at == 0 ? null : DeadHeatHooks.U.getReference(base, at);
            if (next == null) return base;
            base = next;
        }
    }

    /** A collection of whatever kind gets an element. Concurrent ones order it before those who get that element. */
    public static void elementPut(Object of, Object element, int site) {
        Object collection = viewed(of, site);
        putForComparisons(collection, element, site);
        if (isConcurrent(collection)) {
            if (element == null) return;
            Object base = baseOf(collection);
            out(element, elementKey(base), site, QUEUE);
            out(base, ALL, site, QUEUE);
            if (base instanceof java.util.Map) out(base, mapKey(element), site, QUEUE);
        } else {
            access(collection, DeadHeatContract.COLLECTION_WRITE, site);
        }
    }

    public static void elementAt(Object collection, int index, Object element, int site) {
        elementPut(collection, element, site);
    }

    public static void elementsPut(Object of, Object elements, int site) {
        Object collection = viewed(of, site);
        if (elements instanceof Object[]) {
            DeadHeatArrays.read(elements, site);
        } else {
            argumentRead(elements, site);
        }
        if (!isConcurrent(collection)) {
            access(collection, DeadHeatContract.COLLECTION_WRITE, site);
        } else if (elements instanceof Object[]) {
            for (Object element : (Object[]) elements) elementPut(collection, element, site);
        } else if (elements instanceof Collection && ofJdk(elements)) {
            for (Object element : (Collection<?>) elements) elementPut(collection, element, site);
        } else if (elements instanceof java.util.Map && ofJdk(elements)) {
            for (Object key : ((java.util.Map<?, ?>) elements).keySet()) mapOut(collection, key, site);
        } else {
            out(baseOf(collection), ALL, site, QUEUE);
        }
    }

    public static void elementTake(Object of, Object element, int site) {
        Object collection = viewed(of, site);
        if (!isConcurrent(collection)) {
            relocked(collection, site);
        } else if (element != null) {
            in(element, elementKey(baseOf(collection)), site, QUEUE);
            compared(element, null, site);
        }
    }

    /** All its elements are read. */
    public static void elementsRead(Object of, int site) {
        Object collection = viewed(of, site), array = DeadHeatLists.arrayOf(collection);
        if (array != null) {
            DeadHeatArrays.read(array, site);
        } else if (is(PLAIN, collection)) {
            access(collection, DeadHeatContract.COLLECTION_READ, site);
            DeadHeatLists.readAll(collection, site);
        } else {
            inAny(collection, site);
        }
    }

    /** All its elements may change, by a function that looks at them. */
    public static void elementsWrite(Object of, int site) {
        Object collection = viewed(of, site), array = DeadHeatLists.arrayOf(collection);
        if (array != null) {
            DeadHeatArrays.write(array, site);
        } else if (isConcurrent(collection)) {
            inAny(collection, site);
        } else {
            access(collection, DeadHeatContract.COLLECTION_WRITE, site);
        }
    }

    /** Some element, whichever it is, was got. */
    public static void elementsIn(Object collection, int site) {
        inAny(viewed(collection, site), site);
    }

    private static void inAny(Object collection, int site) {
        if (isConcurrent(collection)) {
            in(baseOf(collection), ALL, site, QUEUE);
        } else {
            relocked(collection, site);
        }
    }

    /** A lock orders its user also when nothing was found. */
    public static void elementsInIf(Object of, int found, int site) {
        Object collection = viewed(of, site);
        if (found != 0 || !isConcurrent(collection)) inAny(collection, site);
    }

    /** A collection that is given to a function of the library, which reads all of it: before and after the call. */
    public static void argumentRead(Object collection, int site) {
        elementsRead(argument(collection), site);
    }

    public static void argumentIn(Object collection, int site) {
        elementsIn(argument(collection), site);
    }

    public static void argumentWrite(Object collection, int site) {
        elementsWrite(argument(collection), site);
    }

    /** After elements of another collection were put in. */
    public static void elementsAdded(Object collection, Object elements, int site) {
        unlocked(collection, site);
        argumentIn(elements, site);
    }

    /** A copy of the elements was written to an array of the caller, with a null behind them if that is longer. */
    public static void elementsInto(Object collection, Object array, int site) {
        elementsIn(collection, site);
        if (array instanceof Object[] && collection instanceof Collection && ofJdk(collection))
            DeadHeatArrays.writeFirst(array, Math.min(((Collection<?>) collection).size() + 1, ((Object[]) array).length), site);
    }

    /** A text was read besides, by a method of a builder. */
    public static void textAdded(Object builder, Object text, int site) {
        unlocked(builder, site);
        collectionRead(text, site);
        unlocked(text, site);
    }

    /** Elements are about to be visited one by one, which locks nothing but a vector. */
    public static void iteration(Object of, int site) {
        Object collection = viewed(of, site);
        if (is(PLAIN, collection)) {
            access(collection, DeadHeatContract.COLLECTION_READ, site);
        } else {
            iterationIn(collection, site);
        }
    }

    public static void iterationIn(Object of, int site) {
        Object collection = viewed(of, site);
        if (isConcurrent(collection) || collection instanceof java.util.Vector) inAny(collection, site);
    }

    static void access(Object collection, int how, int site) {
        if (collection == null) return;
        switch (COLLECTIONS.get(collection.getClass())) {
            case PLAIN:
                DeadHeatHooks.collection(plainBase(collection), collection, how, site);
                break;
            case SYNCHRONIZED:
                locked(collection, how, site);
                break;
            default:
                break;
        }
    }

    // Where a class of java.util has the collection that it is made of, or is an iterator of; 0: nowhere.
    private static final ClassValue<Long> PARTS = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                String name = c.getName();
                if (c.getClassLoader() != null || !name.startsWith("java.util.")) continue;
                boolean isSet = name.equals("java.util.HashSet"), isSorted = name.equals("java.util.TreeSet");
                if (!isSet && !isSorted && !name.endsWith("Itr") && !name.endsWith("Iterator")) continue;
                long at = DeadHeatHooks.offsetOf(c, isSet ? "map" : isSorted ? "m" : "this$0");
                if (at >= 0) return at;
            }
            return 0L;
        }
    };

    /** Sets are made of maps, which their iterators know. */
    private static Object plainBase(Object collection) {
        long at = PARTS.get(collection.getClass());
        Object base = at == 0 ? null : DeadHeatHooks.U.getReference(collection, at);
        return base == null ? collection : base;
    }

    /** An iterator goes on: it reads the collection that it is of. */
    public static void iterated(Object iterator, int site) {
        if (iterator == null) return;
        Object base = plainBase(iterator);
        if (base == iterator || !is(PLAIN, base)) return;
        DeadHeatHooks.collection(base, base, DeadHeatContract.COLLECTION_READ, site);
        DeadHeatLists.readNext(base, iterator, site);
    }

    /** remove, set or add of an iterator. */
    public static void iteratorWrite(Object iterator, int site) {
        if (iterator == null) return;
        Object base = plainBase(iterator);
        if (base != iterator && is(PLAIN, base)) DeadHeatHooks.collection(base, base, DeadHeatContract.COLLECTION_WRITE, site);
    }

    /** After a call, which may have waited for the lock of a synchronized collection: it comes after its last user. */
    public static void unlocked(Object collection, int site) {
        relocked(viewed(collection, site), site);
    }

    private static void relocked(Object collection, int site) {
        if (is(SYNCHRONIZED, collection)) locked(collection, DeadHeatContract.COLLECTION_READ, site);
    }

    /** A method that locks the collection itself, as code of the program may do, too, and accesses what is inside. */
    private static void locked(Object collection, int how, int site) {
        Object mutex = peek(collection, "java.util.Collections$SynchronizedCollection", "mutex");
        Object inside = peek(collection, "java.util.Collections$SynchronizedCollection", "c");
        if (mutex == null) {
            mutex = peek(collection, "java.util.Collections$SynchronizedMap", "mutex");
            inside = peek(collection, "java.util.Collections$SynchronizedMap", "m");
        }
        if (mutex == null) mutex = collection;
        synchronized (mutex) { // so that its events come in the order that it has
            event(DeadHeatContract.ACQUIRE, mutex, DeadHeatContract.LOCK, 0, site, DeadHeatContract.EXCLUSIVE);
            if (is(PLAIN, inside)) access(inside, how, site);
            event(DeadHeatContract.RELEASE, mutex, DeadHeatContract.LOCK, 0, site, DeadHeatContract.EXCLUSIVE);
        }
    }
}
