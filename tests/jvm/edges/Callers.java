import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Code of the program that collections call under a lock. */
public class Callers extends Edges {
    static int okCmpPbq, okAbqIf, okCowIf, okCowAll, okPbqIf, okSyncOwn, okStackIter, badIf, badEachCow;
    static class OwnList<T> extends ArrayList<T> { int okCalls; public boolean add(T t) { okCalls++; return super.add(t); } public T get(int i) { okCalls++; return super.get(i); } public int size() { okCalls++; return super.size(); } }
    static class OwnMap<K, V> extends HashMap<K, V> { int okMapCalls; public V put(K k, V v) { okMapCalls++; return super.put(k, v); } public V get(Object k) { okMapCalls++; return super.get(k); } }
    static class Late implements Delayed { final int n; Late(int n) { this.n = n; } public long getDelay(TimeUnit u) { return 0; } public int compareTo(Delayed o) { return n - ((Late) o).n; } }
    static class OwnCollection extends AbstractCollection<Integer> { int okCount; public int size() { return okCount; } public boolean add(Integer x) { okCount++; return true; } public Iterator<Integer> iterator() { return List.<Integer>of().iterator(); } }
    static class Lru extends LinkedHashMap<String, Integer> { int okEldest; Lru() { super(16, 0.75f, true); } protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return ++okEldest > 1000; } }
    static void twice(Body body) throws Exception { both(body, () -> { pause(); body.run(); }); }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> pbq = new PriorityBlockingQueue<>(11, (a, b) -> { okCmpPbq++; return a - b; });
        twice(() -> { pbq.add(3); pbq.add(1); pbq.add(2); pbq.poll(); });
        twice(() -> pbq.removeIf(x -> { okPbqIf++; return false; }));
        ArrayBlockingQueue<Integer> abq = new ArrayBlockingQueue<>(10); abq.add(1); abq.add(2);
        twice(() -> abq.removeIf(x -> { okAbqIf++; return false; }));
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        twice(() -> cow.removeIf(x -> { okCowIf++; return false; }));
        twice(() -> cow.replaceAll(x -> { okCowAll++; return x; }));
        DelayQueue<Late> delays = new DelayQueue<>();
        twice(() -> { delays.add(new Late(2)); delays.add(new Late(1)); delays.take(); });
        List<Integer> list = Collections.synchronizedList(new OwnList<>());
        twice(() -> { list.add(1); list.get(0); list.size(); list.isEmpty(); });
        Map<Integer, Integer> map = Collections.synchronizedMap(new OwnMap<>());
        twice(() -> { map.put(1, 2); map.get(1); map.putIfAbsent(3, 4); map.size(); });
        Collection<Integer> coll = Collections.synchronizedCollection(new OwnCollection());
        twice(() -> { coll.add(1); coll.size(); coll.addAll(List.of(1, 2)); });
        Map<String, Integer> lru = Collections.synchronizedMap(new Lru());
        twice(() -> { lru.put("a", 1); lru.put("b", 1); });
        TreeMap<Integer, Integer> tree = new TreeMap<>(new Comparator<Integer>() { int okTreeCmp; public int compare(Integer a, Integer b) { okTreeCmp++; return a - b; } });
        Map<Integer, Integer> syncTree = Collections.synchronizedSortedMap(tree);
        twice(() -> { syncTree.put(1, 1); syncTree.put(2, 1); syncTree.get(1); syncTree.containsKey(2); });
        ReentrantLock lock = new ReentrantLock();
        Iterable<Integer> iterable = () -> { okSyncOwn++; return List.of(1).iterator(); };
        twice(() -> { lock.lock(); try { for (int x : iterable) okSyncOwn += x; } finally { lock.unlock(); } });
        Timer timer = new Timer(true);
        class Tick extends TimerTask { int okTicks; public void run() { okTicks++; } }
        Tick tick = new Tick(); timer.schedule(tick, 0, 1); Thread.sleep(20); timer.cancel();
        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[1]);
        twice(() -> local.get()[0]++);
        StringBuffer text = new StringBuffer();
        twice(() -> { Formatter f = new Formatter(text); f.format("%d", 4); });
        Semaphore sem = new Semaphore(1);
        Callable<Integer> call = () -> { sem.acquire(); try { return okStackIter++; } finally { sem.release(); } };
        ExecutorService pool = Executors.newCachedThreadPool();
        for (Future<Integer> f : pool.invokeAll(List.of(call, call, call))) f.get();
        pool.shutdown();
        both(() -> new PriorityBlockingQueue<>(List.of(2, 1)).removeIf(x -> { badIf++; return false; }), () -> { pause(); new PriorityBlockingQueue<>(List.of(2, 1)).removeIf(x -> { badIf++; return false; }); });
        both(() -> new CopyOnWriteArrayList<>(List.of(2, 1)).forEach(x -> badEachCow++), () -> { pause(); new CopyOnWriteArrayList<>(List.of(2, 1)).forEach(x -> badEachCow++); });
    }
}
