// Library calls and loops that use parts of one array each. No race.
import java.nio.*;
import java.util.*;
import java.util.stream.*;
import java.io.*;

public class ArrayParts extends Edges {
    public static void main(String[] args) throws Exception {
        int[] a = new int[20];
        both(() -> { for (int i = 0; i < 10; i++) a[i] = i; }, () -> { for (int i = 10; i < 20; i++) a[i] = i; });
        int[] src = new int[20], dst = new int[20];
        both(() -> System.arraycopy(src, 0, dst, 0, 10), () -> System.arraycopy(src, 10, dst, 10, 10));
        int[] f = new int[20];
        both(() -> Arrays.fill(f, 0, 10, 1), () -> Arrays.fill(f, 10, 20, 2));
        int[] cp = new int[20];
        both(() -> { int[] x = Arrays.copyOf(cp, 10); x[0] = 1; }, () -> cp[15] = 3);
        int[] sm = new int[20];
        both(() -> { int x = Arrays.stream(sm, 0, 5).sum(); }, () -> sm[15] = 3);
        int[] bs = new int[20];
        both(() -> Arrays.binarySearch(bs, 0, 10, 4), () -> bs[15] = 3);
        int[] eq = new int[20], eq2 = new int[20];
        both(() -> Arrays.equals(eq, 0, 10, eq2, 0, 10), () -> { eq[15] = 3; eq2[15] = 3; });
        char[] cs = "abcdefghij".toCharArray();
        both(() -> { String s = new String(cs, 0, 5); String t = String.valueOf(cs, 0, 5); }, () -> cs[7] = 'x');
        char[] target = new char[20];
        both(() -> "hello".getChars(0, 5, target, 0), () -> target[10] = 'x');
        byte[] by = new byte[20];
        both(() -> { String s = new String(by, 0, 5); }, () -> by[7] = 1);
        int[] so = new int[20];
        both(() -> Arrays.sort(so, 0, 10), () -> Arrays.sort(so, 10, 20));
        byte[] io = new byte[100];
        both(() -> { new ByteArrayInputStream(new byte[10]).read(io, 0, 10); }, () -> { new ByteArrayInputStream(new byte[10]).read(io, 50, 10); });
        ByteBuffer b1 = ByteBuffer.wrap(io, 20, 10), b2 = ByteBuffer.wrap(io, 70, 10);
        both(() -> { while (b1.hasRemaining()) b1.put((byte) 1); }, () -> { while (b2.hasRemaining()) b2.put((byte) 2); });
        ByteBuffer shared = ByteBuffer.allocate(100);
        both(() -> { for (int i = 0; i < 50; i++) shared.put(i, (byte) 1); }, () -> { for (int i = 50; i < 100; i++) shared.put(i, (byte) 1); });
        List<String> asList = Arrays.asList(new String[10]);
        both(() -> asList.set(0, "x"), () -> asList.set(1, "y"));
        int[][] grid = new int[2][10];
        both(() -> { grid[0][3]++; grid[0].clone(); }, () -> { grid[1][3]++; grid[1].clone(); });
        int[][] deep = new int[2][10];
        both(() -> deep[0] = new int[3], () -> { deep[1][3]++; });
        long[] longs = new long[10];
        both(() -> longs[0]++, () -> longs[1]++);
        Integer[] boxed = {3, 1, 2, 6, 5, 4};
        both(() -> Arrays.sort(boxed, 0, 3), () -> Arrays.sort(boxed, 3, 6, Comparator.reverseOrder()));
        int[] ro = {1, 2, 3};
        Body read = () -> { int x = Arrays.stream(ro).sum() + Arrays.hashCode(ro) + ro.clone()[0] + Arrays.copyOf(ro, 2)[0]; Arrays.toString(ro); Arrays.asList(1, 2).get(0); IntStream.of(ro).max(); };
        both(read, read);
        StringBuffer sbuf = new StringBuffer();
        Body sb = () -> { for (int i = 0; i < 20; i++) { sbuf.append(i); sbuf.length(); sbuf.toString(); sbuf.appendCodePoint(65); sbuf.getChars(0, 1, new char[3], 0); sbuf.lastIndexOf("x"); sbuf.setLength(5); sbuf.charAt(0); sbuf.chars().count(); } };
        both(sb, sb);
        String[] toArr = new String[4];
        List<String> three = List.of("a", "b");
        both(() -> three.toArray(toArr), () -> { String s = toArr[3] == null ? "" : ""; });
        String str = "hello world";
        Body strings = () -> { str.hashCode(); str.split(" "); str.toCharArray()[0] = 'x'; str.getBytes()[0] = 1; str.chars().count(); };
        both(strings, strings);
    }
}
