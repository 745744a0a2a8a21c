// Collections through wrappers, views, copies and library functions.
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Views extends Edges {
    static int okUnmodifiableMap, okUnmodifiableCollection, okSetFromMap, okKeySet, okNewKeySet, okValues, okEntries, okSkipSet, okCopySet, okCopyConstructor, okListCopyOf, okAddAll;
    static int okKeySetRemove, okPollFirst, okSynchronizedSorted, okCollectionsList, okHashtable, okProperties, okPutAll, okRemove, okReplace, okMerge;
    static int okDequeFirst, okPeek, okForEach, okIterator, okCopyIndex, okRemoveIf, okToArray, okJoined, okSubMap, okHead, okQueueAddAll, okOfferTimed, okPollTimed;

    static class BadSorted extends ArrayList<String> { }
    static class BadShuffled extends ArrayList<String> { }
    static class BadCopied extends ArrayList<String> { }
    static class BadWrapped extends ArrayList<String> { }
    static class BadKeys extends HashMap<String, String> { }
    static class BadValues extends HashMap<String, String> { }
    static class BadEntry extends HashMap<String, String> { }
    static class BadIteratorRemove extends ArrayList<String> { }
    static class BadAddedAll extends ArrayList<String> { }
    static class BadSubList extends ArrayList<String> { }
    static class BadCloned extends ArrayDeque<String> { }
    static class BadTree extends TreeMap<String, String> { }
    static class BadTreeSet extends TreeSet<String> { }
    static class BadSet extends HashSet<String> { }
    static class BadQueue extends PriorityQueue<String> { }
    static class BadLinked extends LinkedList<String> { }
    static class BadDeque extends ArrayDeque<String> { }
    static class BadComputed extends HashMap<String, String> { }
    static class BadStreamed extends ArrayList<String> { }
    static class BadJoined extends ArrayList<String> { }
    static class BadIdentity extends IdentityHashMap<String, String> { }
    static class BadWeak extends WeakHashMap<String, String> { }
    static class OkReadOnly extends ArrayList<String> { }
    static class OkReadMap extends HashMap<String, String> { }
    static class OkSetElements extends ArrayList<String> { }
    static class BadSetElement extends ArrayList<String> { }
    static class BadSetAndGet extends ArrayList<String> { }
    static class BadSetAndSort extends ArrayList<String> { }

    static <T extends Collection<String>> T filled(T c) {
        for (int i = 0; i < 4; i++) c.add("x" + i);
        return c;
    }

    static <T extends Map<String, String>> T filled(T m) {
        for (int i = 0; i < 4; i++) m.put("x" + i, "y");
        return m;
    }

    static void wait(Callable<Boolean> until) throws Exception {
        while (!until.call()) Thread.onSpinWait();
    }

    static void pass(Runnable write, Body put, Callable<Boolean> got, Runnable after) throws Exception {
        both(() -> { write.run(); put.run(); }, () -> { wait(got); after.run(); });
    }

    public static void main(String[] args) throws Exception {
        ordered();
        functions();
        queues();
        bad();
    }

    static void ordered() throws Exception {
        ConcurrentHashMap<String, String> a = new ConcurrentHashMap<>();
        Map<String, String> readOnly = Collections.unmodifiableMap(a);
        pass(() -> okUnmodifiableMap = 1, () -> a.put("k", "v"), () -> readOnly.get("k") != null, () -> okUnmodifiableMap++);
        Queue<String> b = new ConcurrentLinkedQueue<>();
        Collection<String> readOnlyQueue = Collections.unmodifiableCollection(b);
        pass(() -> okUnmodifiableCollection = 1, () -> b.add("x"), () -> readOnlyQueue.contains("x"), () -> okUnmodifiableCollection++);
        Set<String> c = Collections.newSetFromMap(new ConcurrentHashMap<>());
        pass(() -> okSetFromMap = 1, () -> c.add("x"), () -> c.contains("x"), () -> okSetFromMap++);
        Set<String> d = ConcurrentHashMap.newKeySet();
        pass(() -> okNewKeySet = 1, () -> d.add("x"), () -> d.contains("x"), () -> okNewKeySet++);
        ConcurrentHashMap<String, String> e = new ConcurrentHashMap<>();
        pass(() -> okKeySet = 1, () -> e.put("k", "v"), () -> e.keySet().contains("k"), () -> okKeySet++);
        pass(() -> okValues = 1, () -> e.put("l", "w"), () -> e.values().contains("w"), () -> okValues++);
        pass(() -> okEntries = 1, () -> e.put("m", "u"), () -> { for (Map.Entry<String, String> x : e.entrySet()) if (x.getValue().equals("u")) return true; return false; }, () -> okEntries++);
        pass(() -> okKeySetRemove = 1, () -> e.put("n", "u"), () -> e.keySet().remove("n"), () -> okKeySetRemove++);
        pass(() -> okForEach = 1, () -> e.put("p", "s"), () -> { boolean[] got = new boolean[1]; e.forEach((k, v) -> { if (v.equals("s")) got[0] = true; }); return got[0]; }, () -> okForEach++);
        pass(() -> okRemove = 1, () -> e.put("s", "1"), () -> e.remove("s") != null, () -> okRemove++);
        pass(() -> okReplace = 1, () -> e.put("t", "1"), () -> e.replace("t", "1", "2"), () -> okReplace++);
        pass(() -> okMerge = 1, () -> e.merge("u", "1", String::concat), () -> e.computeIfPresent("u", (k, v) -> v + "2") != null, () -> okMerge++);
        pass(() -> okPutAll = 1, () -> e.putAll(Map.of("v", "1")), () -> e.containsKey("v"), () -> okPutAll++);
        Set<String> f = new ConcurrentSkipListSet<>();
        pass(() -> okSkipSet = 1, () -> f.add("x"), () -> f.contains("x"), () -> okSkipSet++);
        ConcurrentSkipListSet<String> g = new ConcurrentSkipListSet<>();
        pass(() -> okPollFirst = 1, () -> g.add("x"), () -> g.pollFirst() != null, () -> okPollFirst++);
        Set<String> h = new CopyOnWriteArraySet<>();
        pass(() -> okCopySet = 1, () -> h.add("x"), () -> h.contains("x"), () -> okCopySet++);
        CopyOnWriteArrayList<String> i = new CopyOnWriteArrayList<>();
        pass(() -> okCopyIndex = 1, () -> i.add("x"), () -> !i.isEmpty() && i.get(0) != null, () -> okCopyIndex++);
        SortedMap<String, String> j = Collections.synchronizedSortedMap(new TreeMap<>());
        pass(() -> okSynchronizedSorted = 1, () -> j.put("x", "y"), () -> j.containsKey("x"), () -> okSynchronizedSorted++);
        Hashtable<String, String> k = new Hashtable<>();
        pass(() -> okHashtable = 1, () -> k.put("x", "y"), () -> k.get("x") != null, () -> okHashtable++);
        Properties l = new Properties();
        pass(() -> okProperties = 1, () -> l.setProperty("x", "y"), () -> l.getProperty("x") != null, () -> okProperties++);
        ConcurrentSkipListMap<String, String> m = new ConcurrentSkipListMap<>();
        pass(() -> okSubMap = 1, () -> m.put("b", "y"), () -> m.subMap("a", "c").containsKey("b"), () -> okSubMap++);
        pass(() -> okHead = 1, () -> m.put("aa", "y"), () -> m.firstKey().equals("aa"), () -> okHead++);
    }

    /** Functions of the library that read a concurrent collection. */
    static void functions() throws Exception {
        Queue<String> a = new ConcurrentLinkedQueue<>();
        pass(() -> okCopyConstructor = 1, () -> a.add("x"), () -> !new ArrayList<>(a).isEmpty(), () -> okCopyConstructor++);
        Queue<String> b = new ConcurrentLinkedQueue<>();
        pass(() -> okListCopyOf = 1, () -> b.add("x"), () -> !List.copyOf(b).isEmpty(), () -> okListCopyOf++);
        Queue<String> c = new ConcurrentLinkedQueue<>();
        pass(() -> okAddAll = 1, () -> c.add("x"), () -> new ArrayList<String>().addAll(c), () -> okAddAll++);
        Queue<String> d = new ConcurrentLinkedQueue<>();
        pass(() -> okToArray = 1, () -> d.add("x"), () -> d.toArray().length > 0, () -> okToArray++);
        Queue<String> e = new ConcurrentLinkedQueue<>();
        pass(() -> okJoined = 1, () -> e.add("x"), () -> !String.join(",", e).isEmpty(), () -> okJoined++);
        Queue<String> f = new ConcurrentLinkedQueue<>();
        pass(() -> okRemoveIf = 1, () -> f.add("x"), () -> f.removeIf(x -> true), () -> okRemoveIf++);
        Queue<String> g = new ConcurrentLinkedQueue<>();
        pass(() -> okQueueAddAll = 1, () -> g.addAll(List.of("x", "y")), () -> g.poll() != null, () -> okQueueAddAll++);
        Vector<String> h = new Vector<>();
        pass(() -> okCollectionsList = 1, () -> h.add("x"), () -> !Collections.list(h.elements()).isEmpty(), () -> okCollectionsList++);
    }

    static void queues() throws Exception {
        BlockingQueue<String> a = new ArrayBlockingQueue<>(1);
        pass(() -> okOfferTimed = 1, () -> a.offer("x", 1, TimeUnit.MINUTES), () -> a.poll() != null, () -> okOfferTimed++);
        pass(() -> okPollTimed = 1, () -> a.put("x"), () -> a.poll(1, TimeUnit.MINUTES) != null, () -> okPollTimed++);
        pass(() -> okPeek = 1, () -> a.put("x"), () -> a.peek() != null, () -> okPeek++);
        BlockingDeque<String> b = new LinkedBlockingDeque<>();
        pass(() -> okDequeFirst = 1, () -> b.putFirst("x"), () -> b.takeLast() != null, () -> okDequeFirst++);
        pass(() -> okIterator = 1, () -> b.add("x"), () -> b.iterator().hasNext() && b.iterator().next() != null, () -> okIterator++);
    }

    static void bad() throws Exception {
        List<String> sorted = filled(new BadSorted());
        both(() -> Collections.sort(sorted), () -> sorted.get(0));
        List<String> shuffled = filled(new BadShuffled());
        both(() -> Collections.shuffle(shuffled), () -> { for (String s : shuffled) s.length(); });
        List<String> copied = filled(new BadCopied());
        both(() -> copied.add("x"), () -> { try { new ArrayList<>(copied); } catch (RuntimeException e) { } });
        List<String> inside = filled(new BadWrapped()), wrapped = Collections.unmodifiableList(inside);
        both(() -> inside.add("x"), () -> wrapped.get(0));
        Map<String, String> keys = filled(new BadKeys());
        both(() -> keys.put("y", "z"), () -> keys.keySet().contains("x0"));
        Map<String, String> values = filled(new BadValues());
        both(() -> values.put("y", "z"), () -> { try { for (String s : values.values()) s.length(); } catch (RuntimeException e) { } });
        Map<String, String> entry = filled(new BadEntry());
        both(() -> entry.remove("x0"), () -> { try { for (Map.Entry<String, String> x : entry.entrySet()) x.getKey(); } catch (RuntimeException e) { } });
        List<String> removed = filled(new BadIteratorRemove());
        both(() -> { Iterator<String> i = removed.iterator(); i.next(); i.remove(); }, () -> removed.size());
        List<String> added = filled(new BadAddedAll());
        both(() -> Collections.addAll(added, "a", "b"), () -> added.size());
        List<String> sub = filled(new BadSubList());
        both(() -> sub.subList(0, 2).clear(), () -> sub.size());
        ArrayDeque<String> cloned = filled(new BadCloned());
        both(() -> cloned.add("x"), () -> cloned.clone());
        Map<String, String> tree = filled(new BadTree());
        both(() -> tree.put("a", "b"), () -> tree.get("c"));
        Set<String> treeSet = filled(new BadTreeSet());
        both(() -> treeSet.add("a"), () -> treeSet.contains("c"));
        Set<String> set = filled(new BadSet());
        both(() -> set.add("a"), () -> set.contains("c"));
        Queue<String> queue = filled(new BadQueue());
        both(() -> queue.add("a"), () -> queue.peek());
        List<String> linked = filled(new BadLinked());
        both(() -> linked.add("a"), () -> linked.get(0));
        Deque<String> deque = filled(new BadDeque());
        both(() -> deque.push("a"), () -> deque.peekLast());
        Map<String, String> computed = filled(new BadComputed());
        both(() -> computed.computeIfAbsent("a", k -> "b"), () -> computed.getOrDefault("c", ""));
        List<String> streamed = filled(new BadStreamed());
        both(() -> streamed.add("a"), () -> { try { streamed.stream().forEach(x -> { }); } catch (RuntimeException e) { } });
        List<String> joined = filled(new BadJoined());
        both(() -> joined.add("a"), () -> { try { String.join(",", joined); } catch (RuntimeException e) { } });
        Map<String, String> identity = filled(new BadIdentity());
        both(() -> identity.put("a", "b"), () -> identity.get("c"));
        Map<String, String> weak = filled(new BadWeak());
        both(() -> weak.put("a", "b"), () -> weak.get("c"));
        List<String> read = filled(new OkReadOnly());
        Body reading = () -> { read.get(0); read.contains("x"); for (String s : read) s.length(); read.stream().count(); new ArrayList<>(read); read.subList(0, 1).size(); };
        both(reading, reading);
        Map<String, String> readMap = filled(new OkReadMap());
        Body readingMap = () -> { readMap.get("a"); readMap.keySet().contains("x"); for (String s : readMap.values()) s.length(); readMap.entrySet().size(); };
        both(readingMap, readingMap);
        List<String> elements = filled(new OkSetElements());
        both(() -> { elements.set(0, "a"); elements.get(0); elements.size(); }, () -> { elements.set(1, "b"); elements.get(1); elements.size(); });
        List<String> element = filled(new BadSetElement());
        both(() -> element.set(0, "a"), () -> element.set(0, "b"));
        List<String> setGet = filled(new BadSetAndGet());
        both(() -> setGet.set(0, "a"), () -> setGet.get(0));
        List<String> setSort = filled(new BadSetAndSort());
        both(() -> setSort.set(0, "a"), () -> { pause(); for (String s : setSort) s.length(); });
    }
}
