// Parallel streams: what their functions, collectors and spliterators do.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

public class Streams extends Edges {
    static class Cell { int okCell; Cell(int n) { okCell = n; } }
    static class Acc { int okAccSum; int[] parts = new int[4]; void add(int n) { okAccSum += n; parts[n & 3]++; } Acc merge(Acc o) { okAccSum += o.okAccSum; for (int i = 0; i < 4; i++) parts[i] += o.parts[i]; return this; } }
    static int okBefore, okSorted, okAfterForEach, okIterator, okReduce, okPool, okDistinct, okMatch, okGrouped, okBoxed;
    static int badForEach, badPeekShared, badMapShared, badFilterShared;

    static class Range implements Spliterator<Cell> {
        int okFrom, okTo;
        final List<Cell> cells;
        Range(List<Cell> cells, int from, int to) { this.cells = cells; okFrom = from; okTo = to; }
        public boolean tryAdvance(Consumer<? super Cell> c) { if (okFrom >= okTo) return false; c.accept(cells.get(okFrom++)); return true; }
        public Spliterator<Cell> trySplit() { int mid = (okFrom + okTo) >>> 1; if (mid - okFrom < 2) return null; Range r = new Range(cells, okFrom, mid); okFrom = mid; return r; }
        public long estimateSize() { return okTo - okFrom; }
        public int characteristics() { return SIZED | SUBSIZED | ORDERED; }
    }

    public static void main(String[] args) throws Exception {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < 2000; i++) cells.add(new Cell(i));
        okBefore = 1;
        cells.parallelStream().forEach(c -> c.okCell += okBefore);
        okBefore++;
        for (Cell c : cells) c.okCell++;
        List<Cell> sorted = cells.parallelStream().sorted((a, b) -> Integer.compare(b.okCell, a.okCell)).collect(Collectors.toList());
        for (Cell c : sorted) c.okCell++;
        okSorted = sorted.get(0).okCell;
        List<Cell> out = cells.parallelStream().map(c -> new Cell(c.okCell)).filter(c -> c.okCell % 2 == 0).limit(100).collect(Collectors.toList());
        for (Cell c : out) c.okCell++;
        out = cells.parallelStream().map(c -> new Cell(c.okCell)).skip(100).toList();
        for (Cell c : out) c.okCell++;
        out = cells.parallelStream().flatMap(c -> Stream.of(new Cell(c.okCell), new Cell(1))).collect(Collectors.toCollection(ArrayList::new));
        for (Cell c : out) c.okCell++;
        out = cells.parallelStream().<Cell>mapMulti((c, k) -> { k.accept(new Cell(c.okCell)); }).toList();
        for (Cell c : out) c.okCell++;
        Acc acc = cells.parallelStream().collect(Acc::new, (a, c) -> a.add(c.okCell), Acc::merge);
        acc.okAccSum++;
        Acc red = cells.parallelStream().map(c -> { Acc a = new Acc(); a.add(c.okCell); return a; }).reduce((a, b) -> { Acc n = new Acc(); n.merge(a); n.merge(b); return n; }).get();
        red.okAccSum++;
        Map<Integer, List<Cell>> groups = cells.parallelStream().collect(Collectors.groupingBy(c -> c.okCell % 7));
        groups.values().forEach(v -> v.forEach(c -> c.okCell++));
        Map<Integer, List<Cell>> conc = cells.parallelStream().collect(Collectors.groupingByConcurrent(c -> c.okCell % 7));
        conc.values().forEach(v -> v.forEach(c -> c.okCell++));
        Map<Integer, Acc> ownGroups = cells.parallelStream().collect(Collectors.groupingByConcurrent(c -> c.okCell % 5, Collector.of(Acc::new, (x, c) -> x.add(c.okCell), Acc::merge)));
        ownGroups.values().forEach(g -> g.okAccSum++);
        Map<Integer, Acc> toMap = cells.parallelStream().collect(Collectors.toConcurrentMap(c -> c.okCell % 5, c -> { Acc a = new Acc(); a.add(c.okCell); return a; }, (a, b) -> { Acc n = new Acc(); n.merge(a).merge(b); return n; }));
        toMap.values().forEach(a -> a.okAccSum++);
        Map<Boolean, List<Cell>> parts = cells.parallelStream().map(c -> new Cell(c.okCell)).collect(Collectors.partitioningBy(c -> c.okCell > 3));
        parts.get(true).forEach(c -> c.okCell++);
        StreamSupport.stream(new Range(cells, 0, cells.size()), true).forEach(c -> c.okCell++);
        for (Cell c : cells) c.okCell++;
        Optional<Cell> max = cells.parallelStream().map(c -> new Cell(c.okCell)).max(Comparator.comparingInt(c -> c.okCell));
        max.get().okCell++;
        Cell any = cells.parallelStream().map(c -> new Cell(c.okCell)).filter(c -> c.okCell > 30).findAny().get();
        any.okCell++;
        Cell first = cells.parallelStream().map(c -> new Cell(c.okCell)).filter(c -> c.okCell > 30).findFirst().get();
        first.okCell++;
        out = cells.parallelStream().map(c -> new Cell(c.okCell % 10)).takeWhile(c -> c.okCell < 20).collect(Collectors.toList());
        for (Cell c : out) c.okCell++;
        out = cells.parallelStream().map(c -> new Cell(c.okCell % 10)).dropWhile(c -> c.okCell < 2).collect(Collectors.toList());
        for (Cell c : out) c.okCell++;
        out = Stream.concat(cells.parallelStream(), cells.stream()).parallel().map(c -> new Cell(c.okCell)).toList();
        for (Cell c : out) c.okCell++;
        cells.parallelStream().forEachOrdered(c -> { okAfterForEach += c.okCell; });
        okAfterForEach++;
        int[] a = new int[5000];
        Arrays.parallelSetAll(a, i -> i * 2);
        Arrays.parallelPrefix(a, Integer::sum);
        a[3]++;
        Cell[] arr = new Cell[9000];
        Arrays.parallelSetAll(arr, i -> new Cell(-i));
        Arrays.parallelSort(arr, Comparator.comparingInt(c -> c.okCell));
        for (Cell c : arr) c.okCell++;
        Cell[] gen = IntStream.range(0, 3000).parallel().mapToObj(Cell::new).toArray(Cell[]::new);
        for (Cell c : gen) c.okCell++;
        int[] filled = new int[3000];
        IntStream.range(0, 3000).parallel().forEach(i -> filled[i] = i);
        for (int i = 0; i < filled.length; i++) filled[i]++;
        int[][] grid = new int[100][100];
        IntStream.range(0, 100).parallel().forEach(i -> { for (int j = 0; j < 100; j++) grid[i][j] = i * j; });
        for (int[] row : grid) for (int j = 0; j < row.length; j++) okIterator += row[j]++;
        ForkJoinPool pool = new ForkJoinPool(3);
        okPool = 1;
        pool.submit(() -> cells.parallelStream().forEach(c -> c.okCell += okPool)).get();
        okPool++;
        for (Cell c : cells) c.okCell++;
        pool.shutdown();
        Set<Integer> distinct = cells.parallelStream().map(c -> c.okCell).distinct().collect(Collectors.toSet());
        okDistinct = distinct.size();
        Stream<Cell> iter = Stream.iterate(new Cell(0), c -> new Cell(c.okCell + 1)).limit(500).parallel();
        out = iter.collect(Collectors.toList());
        for (Cell c : out) c.okCell++;
        Iterator<Cell> lazily = cells.parallelStream().map(c -> new Cell(c.okCell)).iterator();
        while (lazily.hasNext()) lazily.next().okCell++;
        ConcurrentLinkedQueue<Cell> q = new ConcurrentLinkedQueue<>();
        cells.parallelStream().forEach(c -> q.add(new Cell(c.okCell)));
        for (Cell c : q) c.okCell++;
        LongAdder adder = new LongAdder();
        cells.parallelStream().forEach(c -> adder.add(c.okCell));
        okMatch = cells.parallelStream().allMatch(c -> c.okCell > 0) ? 1 : 2;
        Supplier<Stream<String>> text = () -> "a b c d e f g h i j k l".repeat(200).lines();
        okGrouped = text.get().parallel().map(s -> s.split(" ")).flatMap(Arrays::stream).collect(Collectors.joining()).length();
        okBoxed = new Random(3).ints(3000).parallel().boxed().sorted(Comparator.reverseOrder()).toList().get(0);
        Collector<Cell, Acc, Acc> own = Collector.of(Acc::new, (x, c) -> x.add(c.okCell), Acc::merge, x -> { x.okAccSum++; return x; });
        cells.parallelStream().collect(own).okAccSum++;
        cells.parallelStream().map(c -> new Cell(c.okCell)).collect(Collectors.teeing(Collectors.counting(), Collectors.toList(), (n, l) -> l)).forEach(c -> c.okCell++);
        Map<String, Cell> chm = new ConcurrentHashMap<>();
        for (int i = 0; i < 500; i++) chm.put("k" + i, new Cell(i));
        chm.values().parallelStream().forEach(c -> c.okCell++);
        chm.forEach((k, c) -> c.okCell++);
        ((ConcurrentHashMap<String, Cell>) chm).forEachValue(1, c -> c.okCell++);
        okReduce = ((ConcurrentHashMap<String, Cell>) chm).reduceValuesToInt(1, c -> c.okCell++, 0, Integer::sum);
        chm.values().forEach(c -> c.okCell++);

        CountDownLatch two = new CountDownLatch(2);
        Runnable meet = () -> { two.countDown(); while (two.getCount() > 0) Thread.onSpinWait(); };
        Body cc = () -> IntStream.range(0, 2).parallel().forEach(i -> { badForEach++; call(Edges::pause); });
        for (int i = 0; i < 3; i++) cc.run();
        for (int i = 0; i < 3; i++) IntStream.range(0, 4).parallel().map(x -> { badMapShared++; call(Edges::pause); return x; }).sum();
        for (int i = 0; i < 3; i++) IntStream.range(0, 4).boxed().parallel().peek(x -> { badPeekShared++; call(Edges::pause); }).toList();
        for (int i = 0; i < 3; i++) IntStream.range(0, 4).boxed().parallel().filter(x -> { badFilterShared++; call(Edges::pause); return true; }).toList();
    }
}
