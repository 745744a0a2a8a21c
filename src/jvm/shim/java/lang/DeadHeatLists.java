package java.lang;

import static java.lang.DeadHeatCollections.*;

/**
 * Elements of lists by their index. Calls that add or remove elements write the whole list; get and set only read it, and
 * access the element. An element has its word at twice its index in a shadow of the array inside the list: the array that
 * replaces it when the list grows has a new one, since growing is ordered with every access before and after it.
 */
public final class DeadHeatLists {
    private DeadHeatLists() {}

    private static final Class<?> ITERATOR = nested(java.util.ArrayList.class, "java.util.ArrayList$Itr");
    private static final long DATA = DeadHeatHooks.offsetOf(java.util.ArrayList.class, "elementData");
    private static final long SIZE = DeadHeatHooks.offsetOf(java.util.ArrayList.class, "size");
    private static final long CURSOR = ITERATOR == null ? -1 : DeadHeatHooks.offsetOf(ITERATOR, "cursor");
    private static final Class<?> ARRAY_AS_LIST = nested(java.util.Arrays.class, "java.util.Arrays$ArrayList");
    private static final long ARRAY = ARRAY_AS_LIST == null ? -1 : DeadHeatHooks.offsetOf(ARRAY_AS_LIST, "a");
    private static final long INDEXED = 8L << 56;

    private static Class<?> nested(Class<?> outer, String name) {
        for (Class<?> c : outer.getDeclaredClasses()) {
            if (c.getName().equals(name)) return c;
        }
        return null;
    }

    public static void elementGet(Object list, int index, int site) {
        element(list, index, false, site);
    }

    public static void elementSet(Object list, int index, Object element, int site) {
        Object inside = viewed(list, site);
        if (isConcurrent(inside)) {
            elementPut(inside, element, site);
        } else {
            element(list, index, true, site);
        }
    }

    private static void element(Object of, int indexInView, boolean write, int site) {
        Object list = viewed(of, site);
        if (list == null) return;
        int index = list == of ? indexInView : indexIn(of, indexInView);
        if (index < 0) return;
        Object array = arrayOf(list);
        if (array != null) {
            DeadHeat.elements(array, index, 1, site, write);
        } else if (DATA < 0 || !(list instanceof java.util.ArrayList)) {
            access(list, write ? DeadHeatContract.COLLECTION_WRITE : DeadHeatContract.COLLECTION_READ, site);
        } else {
            DeadHeatTable.Entry whole = DeadHeatHooks.TABLE.find(list, DeadHeatHooks.COLLECTION);
            boolean isOwn = whole != null && DeadHeatPaths.quickRead(whole.shadow[0], false);
            access(list, DeadHeatContract.COLLECTION_READ, site);
            Object[] data = (Object[]) DeadHeatHooks.U.getReference(list, DATA);
            if (data == null || index >= data.length) return;
            DeadHeatTable.Entry indexed = DeadHeatHooks.TABLE.find(data, INDEXED);
            if (indexed == null) {
                if (isOwn && !write) return;  // most lists stay with one thread
                indexed = DeadHeatHooks.TABLE.add(data, INDEXED, 0, new long[2 * data.length], null);
            }
            DeadHeatHooks.collection(indexed.shadow, 2 * index, list,
                    write ? DeadHeatContract.COLLECTION_WRITE : DeadHeatContract.COLLECTION_READ, site);
        }
    }

    /** The array that a list of Arrays.asList is a view of; null for other collections. */
    static Object arrayOf(Object list) {
        return list != null && ARRAY >= 0 && list.getClass() == ARRAY_AS_LIST ? DeadHeatHooks.U.getReference(list, ARRAY) : null;
    }

    /** The index in the list that all views are of; negative: not known. */
    private static int indexIn(Object view, int index) {
        int result = index;
        for (Object list = view;;) {
            long at = VIEWED.get(list.getClass());
            Object next = at == 0 ? null : DeadHeatHooks.U.getReference(list, at);
            if (next == null) return result;
            if (list.getClass().getName().endsWith("SubList")) {
                long offset = subListOffset(list.getClass());
                if (offset < 0) return -1;
                result += DeadHeatHooks.U.getInt(list, offset);
            }
            list = next;
        }
    }

    private static long subListOffset(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            long offset = DeadHeatHooks.offsetOf(c, "offset");
            if (offset >= 0) return offset;
        }
        return -1;
    }

    /** The iterator is about to give an element of the list. */
    static void readNext(Object list, Object iterator, int site) {
        if (CURSOR < 0 || !ITERATOR.isInstance(iterator)) return;
        int index = DeadHeatHooks.U.getInt(iterator, CURSOR);
        DeadHeatTable.Entry indexed = indexed(list);
        if (indexed != null && 0 <= index && 2 * index < indexed.shadow.length)
            DeadHeatHooks.collection(indexed.shadow, 2 * index, list, DeadHeatContract.COLLECTION_READ, site);
    }

    /** All elements are read, where that matters. */
    static void readAll(Object list, int site) {
        DeadHeatTable.Entry indexed = indexed(list);
        if (indexed == null) return;
        int end = 2 * Math.min(DeadHeatHooks.U.getInt(list, SIZE), indexed.shadow.length / 2);
        for (int place = 0; place < end; place += 2)
            DeadHeatHooks.collection(indexed.shadow, place, list, DeadHeatContract.COLLECTION_READ, site);
    }

    /** The shadow of the elements, if it has one. */
    static DeadHeatTable.Entry indexed(Object list) {
        if (DATA < 0 || SIZE < 0 || !(list instanceof java.util.ArrayList)) return null;
        Object data = DeadHeatHooks.U.getReference(list, DATA);
        return data == null ? null : DeadHeatHooks.TABLE.find(data, INDEXED);
    }
}
