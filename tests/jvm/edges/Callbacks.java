// Methods of the program that the library calls inside an operation: equals, hashCode, compareTo, comparators, getDelay.
import java.util.*;
import java.util.concurrent.*;

public class Callbacks extends Edges {
    static class Key implements Comparable<Key> {
        int okKey; // written before the key is put, read by equals and compareTo in other threads
        Key(int n) { okKey = n; }
        Key later(int n) { okKey = n; return this; }
        @Override public int hashCode() { return 7; }
        @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).okKey == okKey; }
        @Override public int compareTo(Key o) { return Integer.compare(okKey, o.okKey); }
    }

    static class Timed implements Delayed {
        int okTime;
        Timed later(int n) { okTime = n; return this; }
        @Override public long getDelay(TimeUnit unit) { return unit.convert(okTime - 1000, TimeUnit.NANOSECONDS); }
        @Override public int compareTo(Delayed o) { return Integer.compare(okTime, ((Timed) o).okTime); }
    }

    /** Still changed after it was put: its comparisons race. */
    static class Changed implements Comparable<Changed> {
        int badKey;
        @Override public int hashCode() { return 7; }
        @Override public boolean equals(Object o) { return o == this || o instanceof Changed && ((Changed) o).badKey == badKey; }
        @Override public int compareTo(Changed o) { return Integer.compare(badKey, o.badKey); }
    }

    static void many(int threads, Body body) throws Exception {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) all[i] = start(body);
        for (Thread t : all) t.join();
    }

    static int make() { return ThreadLocalRandom.current().nextInt(20); }

    public static void main(String[] args) throws Exception {
        Map<Object, Object> hash = new ConcurrentHashMap<>(), skip = new ConcurrentSkipListMap<>(), table = new Hashtable<>();
        Map<Object, Object> wrapped = Collections.synchronizedMap(new HashMap<>());
        for (Map<Object, Object> map : List.of(hash, skip, table, wrapped)) {
            many(3, () -> {
                for (int i = 0; i < 50; i++) {
                    map.put(new Key(0).later(make()), "x");
                    map.get(new Key(0).later(make()));
                    map.putIfAbsent(new Key(0).later(make()), "y");
                    map.containsKey(new Key(make()));
                    map.computeIfAbsent(new Key(make()), k -> "z");
                    map.remove(new Key(make()));
                }
            });
        }
        Comparator<Key> comparator = (a, b) -> a.okKey - b.okKey;
        Collection<Collection<? super Key>> collections = List.of(new PriorityBlockingQueue<Key>(), new PriorityBlockingQueue<Key>(10, comparator),
            new ConcurrentSkipListSet<Key>(comparator), ConcurrentHashMap.<Key>newKeySet(), new Vector<Key>(), new CopyOnWriteArraySet<Key>(),
            Collections.synchronizedList(new ArrayList<Key>()), Collections.synchronizedSet(new TreeSet<Key>()), new LinkedBlockingQueue<Key>(),
            new ConcurrentLinkedQueue<Key>(), new ArrayBlockingQueue<Key>(1000), new ConcurrentLinkedDeque<Key>());
        for (Collection<? super Key> c : collections) {
            many(3, () -> {
                for (int i = 0; i < 50; i++) {
                    c.add(new Key(0).later(make()));
                    c.contains(new Key(make()));
                    if (i % 2 == 0) c.remove(new Key(make()));
                }
            });
        }
        BlockingQueue<Timed> delayed = new DelayQueue<>();
        many(3, () -> {
            for (int i = 0; i < 50; i++) {
                delayed.put(new Timed().later(make()));
                delayed.poll();
            }
        });
        Map<Changed, String> changing = new ConcurrentHashMap<>();
        Changed changed = new Changed();
        changing.put(changed, "x");
        both(() -> changed.badKey = 1, () -> { pause(); changing.get(new Changed()); });
    }
}
