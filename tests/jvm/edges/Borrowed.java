import java.io.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.zip.*;

/** Library code that reads or writes what the program made; one race a line. */
public class Borrowed extends Edges {
    static class Bean implements Serializable { int okSerialized = 2; }
    static int[] ints(int n) { return new int[n]; }
    static void lib(Body one, Body two) throws Exception { both(one, () -> { pause(); two.run(); }); }
    public static void main(String[] args) throws Exception {
        byte[] b1 = new byte[8], b2 = new byte[8], b3 = new byte[8], b4 = new byte[8], b5 = new byte[8], b6 = new byte[8], b7 = new byte[8], b8 = new byte[64], b9 = new byte[8];
        char[] c1 = new char[8], c2 = new char[8], c3 = new char[8];
        int[] i1 = ints(8), i2 = ints(8), i3 = ints(8), i4 = ints(8), i5 = ints(8), i6 = ints(8), i7 = ints(8), i8 = ints(8), i9 = ints(8), i10 = ints(8);
        Integer[] o1 = {3, 2, 1}, o2 = {1, 2, 3}, o3 = {1, 2, 3}, o4 = {1, 2, 3};
        lib(() -> b1[1] = 1, () -> new ByteArrayInputStream(new byte[8]).read(b1)); // race
        lib(() -> b2[1] = 1, () -> new Random(1).nextBytes(b2)); // race
        lib(() -> b3[1] = 1, () -> ByteBuffer.wrap(new byte[8]).get(b3)); // race
        lib(() -> b4[1] = 1, () -> ByteBuffer.allocate(8).put(b4)); // race
        lib(() -> b5[1] = 1, () -> new CRC32().update(b5)); // race
        lib(() -> b6[1] = 1, () -> new DataInputStream(new ByteArrayInputStream(new byte[8])).readFully(b6)); // race
        lib(() -> b7[1] = 65, () -> new String(b7, StandardCharsets.US_ASCII)); // race
        lib(() -> b8[1] = 1, () -> new Deflater().deflate(b8)); // race
        lib(() -> c1[1] = 'x', () -> "abcdefgh".getChars(0, 8, c1, 0)); // race
        lib(() -> c2[1] = 'x', () -> new StringReader("abcdefgh").read(c2)); // race
        lib(() -> c3[1] = 'x', () -> String.valueOf(c3)); // race
        lib(() -> i1[1]++, () -> Arrays.fill(i1, 3)); // race
        lib(() -> i2[1]++, () -> Arrays.sort(i2)); // race
        lib(() -> i3[1]++, () -> Arrays.stream(i3).sum()); // race
        lib(() -> i4[1]++, () -> Arrays.setAll(i4, i -> i)); // race
        lib(() -> i5[1]++, () -> Arrays.parallelPrefix(i5, Integer::sum)); // race
        lib(() -> i6[1]++, () -> Arrays.hashCode(i6)); // race
        lib(() -> i7[1]++, () -> i7.clone()); // race
        lib(() -> i8[1]++, () -> Arrays.mismatch(i8, i9)); // race
        lib(() -> i10[1]++, () -> IntStream.range(0, 8).parallel().forEach(i -> i10[i]++)); // race
        lib(() -> o1[1] = 4, () -> Collections.sort(Arrays.asList(o1))); // race
        lib(() -> o2[1] = 4, () -> Arrays.asList(o2).set(1, 5)); // race
        lib(() -> o3[1] = 4, () -> List.of(o3)); // race
        lib(() -> o4[1] = 4, () -> Stream.of(o4).collect(Collectors.toList())); // race
        List<Integer> l1 = new ArrayList<>(List.of(1, 2)), l2 = new ArrayList<>(List.of(1, 2)), l3 = new ArrayList<>(List.of(1, 2)), l4 = new LinkedList<>(List.of(1, 2)), l5 = new ArrayList<>(List.of(1, 2)), l6 = new ArrayList<>(List.of(1, 2)), l7 = new ArrayList<>(List.of(1, 2)), l8 = new ArrayList<>(List.of(2, 1)), l9 = new ArrayList<>(List.of(1));
        lib(() -> l1.add(3), () -> String.join(",", l1.toString())); // race
        lib(() -> l2.add(3), () -> Collections.max(l2)); // race
        lib(() -> l3.add(3), () -> Collections.frequency(l3, 1)); // race
        lib(() -> l4.add(3), () -> l4.listIterator().next()); // race
        lib(() -> l5.add(3), () -> l5.equals(List.of(1, 2, 3))); // race
        lib(() -> l6.add(3), () -> List.copyOf(l6)); // race
        lib(() -> l7.add(3), () -> Collections.unmodifiableList(l7).get(0)); // race
        lib(() -> l8.add(3), () -> Collections.swap(l8, 0, 1)); // race
        lib(() -> l9.add(3), () -> new ArrayDeque<>(l9)); // race
        Map<String, Integer> m1 = new HashMap<>(Map.of("a", 1)), m2 = new HashMap<>(Map.of("a", 1)), m3 = new TreeMap<>(Map.of("a", 1)), m4 = new LinkedHashMap<>(Map.of("a", 1)), m5 = new HashMap<>(Map.of("a", 1)), m6 = new HashMap<>(), m7 = new HashMap<>();
        lib(() -> m1.put("b", 2), () -> Map.copyOf(m1)); // race
        lib(() -> m2.put("b", 2), () -> m2.entrySet().stream().mapToInt(Map.Entry::getValue).sum()); // race
        lib(() -> m3.put("b", 2), () -> m3.keySet().iterator().next()); // race
        lib(() -> m4.put("b", 2), () -> m4.forEach((k, v) -> { })); // race
        lib(() -> m5.put("b", 2), () -> m5.values().remove(1)); // race
        lib(() -> m6.put("b", 2), () -> m6.computeIfAbsent("c", k -> 1)); // race
        lib(() -> m7.merge("b", 2, Integer::sum), () -> m7.getOrDefault("b", 1)); // race
        EnumMap<TimeUnit, Integer> em = new EnumMap<>(TimeUnit.class);
        EnumSet<TimeUnit> es = EnumSet.noneOf(TimeUnit.class);
        lib(() -> em.put(TimeUnit.DAYS, 1), () -> em.get(TimeUnit.HOURS)); // race
        lib(() -> es.add(TimeUnit.DAYS), () -> es.contains(TimeUnit.HOURS)); // race
        StringBuilder s1 = new StringBuilder(), s2 = new StringBuilder("abc"), s3 = new StringBuilder("abc");
        lib(() -> s1.append("x"), () -> s1.append("y")); // race
        lib(() -> s2.append("x"), () -> "abc".contentEquals(s2)); // race
        lib(() -> s3.setCharAt(0, 'x'), () -> s3.toString()); // race
        StringJoiner sj = new StringJoiner(",");
        lib(() -> sj.add("x"), () -> sj.toString()); // race
        Formatter f = new Formatter();
        lib(() -> f.format("x"), () -> f.format("y")); // race
        Scanner sc = new Scanner("1 2 3 4");
        lib(() -> sc.nextInt(), () -> sc.nextInt()); // race
        StringTokenizer st = new StringTokenizer("a b c");
        lib(() -> st.nextToken(), () -> st.nextToken()); // race
        CRC32 crc = new CRC32();
        lib(() -> crc.update(1), () -> crc.update(2)); // race
        ByteBuffer nb = ByteBuffer.allocate(16), nb2 = ByteBuffer.allocate(16), nb4 = ByteBuffer.allocate(16);
        lib(() -> nb.put((byte) 1), () -> nb.put((byte) 2)); // race
        lib(() -> nb2.put(3, (byte) 1), () -> nb2.get(3)); // race
        lib(() -> nb4.put(3, (byte) 1), () -> nb4.put(4, (byte) 1));
        IntBuffer ib = IntBuffer.allocate(8);
        lib(() -> ib.flip(), () -> ib.put(1)); // race
        IntSummaryStatistics stats = new IntSummaryStatistics();
        lib(() -> stats.accept(1), () -> stats.accept(2)); // race
        SplittableRandom sr = new SplittableRandom();
        lib(() -> sr.nextInt(), () -> sr.nextInt()); // race
        BitSet bs = new BitSet();
        lib(() -> bs.set(1), () -> bs.cardinality()); // race
        Calendar cal = Calendar.getInstance();
        lib(() -> cal.set(2020, 1, 1), () -> cal.getTime()); // race
        Date date = new Date();
        lib(() -> date.setTime(4), () -> date.getTime()); // race
        PriorityQueue<Integer> pq = new PriorityQueue<>(List.of(3, 2, 1));
        lib(() -> pq.poll(), () -> pq.peek()); // race
        Optional<int[]> opt = Optional.of(new int[1]);
        lib(() -> opt.get()[0]++, () -> opt.ifPresent(a -> a[0]++)); // race
        ListIterator<Integer> li = new LinkedList<>(List.of(1, 2)).listIterator();
        lib(() -> li.next(), () -> li.set(3)); // race
        AbstractMap.SimpleEntry<String, Integer> entry = new AbstractMap.SimpleEntry<>("a", 1);
        lib(() -> entry.setValue(2), () -> entry.getValue()); // race
        Object[] copySource = {1, 2, 3};
        lib(() -> copySource[0] = 2, () -> System.arraycopy(copySource, 0, new Object[3], 0, 3)); // race
        lib(() -> copySource[2] = 2, () -> System.arraycopy(copySource, 0, new Object[3], 0, 2));
        Bean ok = new Bean();
        ok.okSerialized = 4;
        Thread t = start(() -> new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(ok)); t.join(); ok.okSerialized++;
    }
}
