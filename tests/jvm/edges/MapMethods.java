// Concurrent maps, sets and copy-on-write collections, by most of their methods.
import java.util.*;
import java.util.concurrent.*;

public class MapMethods extends Edges {
    static class Val { int okVal; Val(int v) { okVal = v; } }
    static int okGet, okCeiling, okPollFirst, okHeadMap, okSetValue, okMerge, okIfAbsent, okReplace, okKeys,
        okKeySetAdd, okDefault, okCompute, okRemove, okSkipSet, okCow, okCowSet, okCowIter,
        okForEach, okDescend, okRemoveValue, okPutAll, okEntryIter, okFirst, okHigher,
        okComputeMutex, okMergeMutex, okCowReplace, okSubSet, okElements, okReplaceAll, okCowIndexOf;
    static int badOtherKey, badNull, badOtherMap, badCow, badSkipOther, badAfterPut, badComputeOther, badNewKeySet;

    public static void main(String[] args) throws Exception {
        for (ConcurrentMap<Integer, Val> m : List.<ConcurrentMap<Integer, Val>>of(new ConcurrentHashMap<>(), new ConcurrentSkipListMap<>())) {
            both(() -> { Val v = new Val(1); v.okVal++; okGet = 1; m.put(1, v); }, () -> { Val v; while ((v = m.get(1)) == null) Thread.onSpinWait(); v.okVal++; okGet++; });
            both(() -> { okMerge = 1; m.merge(2, new Val(1), (x, y) -> y); }, () -> { while (!m.containsKey(2)) Thread.onSpinWait(); okMerge++; m.get(2).okVal++; });
            both(() -> { okIfAbsent = 1; m.putIfAbsent(3, new Val(1)); }, () -> { while (m.getOrDefault(3, null) == null) Thread.onSpinWait(); okIfAbsent++; });
            m.put(4, new Val(1));
            Val old = m.get(4);
            both(() -> { okReplace = 1; m.replace(4, new Val(2)); }, () -> { while (m.get(4) == old) Thread.onSpinWait(); okReplace++; m.get(4).okVal++; });
            both(() -> { okRemove = 1; m.put(5, new Val(5)); }, () -> { while (m.remove(5) == null) Thread.onSpinWait(); okRemove++; });
            both(() -> { okSetValue = 1; for (Map.Entry<Integer, Val> e : m.entrySet()) if (e.getKey() == 4 && m instanceof ConcurrentHashMap) e.setValue(new Val(100)); if (!(m instanceof ConcurrentHashMap)) m.put(4, new Val(100)); },
                 () -> { Val v; while ((v = m.get(4)).okVal < 100) Thread.onSpinWait(); okSetValue++; });
            both(() -> { okForEach = 1; m.put(6, new Val(6)); }, () -> { boolean[] s = new boolean[1]; while (!s[0]) m.forEach((k, v) -> { if (k == 6) s[0] = true; }); okForEach++; });
            both(() -> { okEntryIter = 1; m.put(7, new Val(6)); }, () -> { boolean s = false; while (!s) for (Map.Entry<Integer, Val> e : m.entrySet()) if (e.getKey() == 7) { s = true; e.getValue().okVal++; } okEntryIter++; });
            both(() -> { okElements = 1; m.put(8, new Val(-8)); }, () -> { boolean s = false; while (!s) for (Val v : m.values()) if (v.okVal == -8) s = true; okElements++; });
            both(() -> { okPutAll = 1; m.putAll(Map.of(9, new Val(9))); }, () -> { while (m.get(9) == null) Thread.onSpinWait(); okPutAll++; m.get(9).okVal++; });
            both(() -> { okCompute = 1; m.compute(10, (k, v) -> new Val(10)); }, () -> { while (m.computeIfPresent(10, (k, v) -> v) == null) Thread.onSpinWait(); okCompute++; });
            both(() -> { okReplaceAll = 1; m.replaceAll((k, v) -> new Val(-100)); }, () -> { while (m.get(1).okVal != -100) Thread.onSpinWait(); okReplaceAll++; });
        }
        ConcurrentHashMap<String, int[]> hash = new ConcurrentHashMap<>();
        Body count = () -> { for (int i = 0; i < 20; i++) hash.compute("n", (k, v) -> { okComputeMutex++; return v == null ? new int[1] : v; }); };
        both(count, count);
        Body merging = () -> { for (int i = 0; i < 20; i++) hash.merge("m", new int[1], (x, y) -> { okMergeMutex++; return x; }); };
        both(merging, merging);
        ConcurrentSkipListMap<Integer, Val> skip = new ConcurrentSkipListMap<>();
        both(() -> { okCeiling = 1; skip.put(5, new Val(1)); }, () -> { while (skip.ceilingEntry(2) == null) Thread.onSpinWait(); okCeiling++; skip.ceilingEntry(2).getValue().okVal++; });
        both(() -> { okFirst = 1; skip.put(1, new Val(1)); }, () -> { while (skip.firstKey() != 1) Thread.onSpinWait(); okFirst++; });
        both(() -> { okHeadMap = 1; skip.headMap(10).put(3, new Val(1)); }, () -> { while (skip.tailMap(2).get(3) == null) Thread.onSpinWait(); okHeadMap++; });
        both(() -> { okDescend = 1; skip.put(7, new Val(1)); }, () -> { while (skip.descendingMap().firstKey() != 7) Thread.onSpinWait(); okDescend++; });
        skip.clear();
        both(() -> { okPollFirst = 1; Val v = new Val(1); v.okVal = 3; skip.put(1, v); }, () -> { Map.Entry<Integer, Val> e; while ((e = skip.pollFirstEntry()) == null) Thread.onSpinWait(); e.getValue().okVal++; okPollFirst++; });
        both(() -> { okHigher = 1; skip.put(1, new Val(1)); }, () -> { Map.Entry<Integer, Val> e; while ((e = skip.higherEntry(0)) == null) Thread.onSpinWait(); e.getValue().okVal++; okHigher++; });
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
        both(() -> { okSkipSet = 1; set.add("b"); }, () -> { while (set.floor("c") == null) Thread.onSpinWait(); okSkipSet++; });
        both(() -> { okSubSet = 1; set.add("d"); }, () -> { while (!set.subSet("c", "e").contains("d")) Thread.onSpinWait(); okSubSet++; });
        ConcurrentHashMap<String, Val> b = new ConcurrentHashMap<>();
        both(() -> { okKeys = 1; b.put("a", new Val(1)); }, () -> { Enumeration<String> e; while (!(e = b.keys()).hasMoreElements()) Thread.onSpinWait(); e.nextElement(); okKeys++; });
        Set<String> keys = b.keySet(new Val(0));
        both(() -> { okKeySetAdd = 1; keys.add("added"); }, () -> { while (!b.containsKey("added")) Thread.onSpinWait(); okKeySetAdd++; });
        Set<String> own = ConcurrentHashMap.newKeySet();
        both(() -> { okDefault = 1; own.add("q"); }, () -> { while (!own.contains("q")) Thread.onSpinWait(); okDefault++; });
        both(() -> { okRemoveValue = 1; own.add("rm"); }, () -> { while (!own.remove("rm")) Thread.onSpinWait(); okRemoveValue++; });
        CopyOnWriteArrayList<Val> cow = new CopyOnWriteArrayList<>();
        both(() -> { Val v = new Val(1); v.okVal = 2; okCow = 1; cow.add(v); }, () -> { while (cow.isEmpty()) Thread.onSpinWait(); cow.get(0).okVal++; okCow++; });
        Val first = cow.get(0);
        both(() -> { okCowReplace = 1; cow.set(0, new Val(7)); }, () -> { while (cow.get(0) == first) Thread.onSpinWait(); okCowReplace++; cow.get(0).okVal++; });
        both(() -> { okCowIter = 1; cow.add(0, new Val(-3)); }, () -> { boolean s = false; while (!s) for (Val v : cow) s |= v.okVal == -3; okCowIter++; });
        Val needle = new Val(0);
        both(() -> { okCowIndexOf = 1; cow.addIfAbsent(needle); }, () -> { while (cow.indexOf(needle) < 0) Thread.onSpinWait(); okCowIndexOf++; });
        CopyOnWriteArraySet<String> cows = new CopyOnWriteArraySet<>();
        both(() -> { okCowSet = 1; cows.add("x"); }, () -> { while (!cows.contains("x")) Thread.onSpinWait(); okCowSet++; });

        both(() -> { badOtherKey = 1; b.put("k1", new Val(1)); }, () -> { pause(); b.get("k2"); badOtherKey++; });
        both(() -> { badNull = 1; b.get("nothing"); }, () -> { pause(); b.get("nothing"); badNull++; });
        ConcurrentSkipListMap<Integer, String> s1 = new ConcurrentSkipListMap<>(), s2 = new ConcurrentSkipListMap<>();
        s2.put(1, "x");
        both(() -> { badOtherMap = 1; s1.put(1, "x"); }, () -> { pause(); s2.get(1); badOtherMap++; });
        both(() -> { badSkipOther = 1; s1.put(100, "x"); }, () -> { pause(); s1.get(200); badSkipOther++; });
        CopyOnWriteArrayList<String> cw = new CopyOnWriteArrayList<>(List.of("a"));
        both(() -> { badCow = 1; cw.get(0); }, () -> { pause(); cw.get(0); badCow++; });
        both(() -> { b.put("after", new Val(1)); badAfterPut = 1; }, () -> { pause(); b.get("after"); badAfterPut++; });
        both(() -> { badComputeOther = 1; b.compute("ca", (k, v) -> new Val(1)); }, () -> { pause(); b.compute("cb", (k, v) -> new Val(1)); badComputeOther++; });
        both(() -> { badNewKeySet = 1; own.add("e1"); }, () -> { pause(); own.contains("e2"); badNewKeySet++; });
    }
}
