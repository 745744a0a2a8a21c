// Library calls that read or write an array or a text of their caller. A line that ends so has one: // race
import java.nio.*;
import java.util.*;
import java.util.stream.*;
import java.io.*;

public class ArrayCalls extends Edges {
    static void race(Body a, Body b) throws Exception { both(a, () -> { pause(); b.run(); }); }

    public static void main(String[] args) throws Exception {
        int[] i1 = new int[5], i2 = new int[5], i3 = new int[5], i4 = new int[5], i5 = new int[5], i6 = new int[5];
        int[] i7 = new int[5], i8 = new int[5], i9 = new int[5], i10 = new int[5], i11 = new int[5], i12 = new int[5];
        char[] c1 = new char[5], c2 = new char[5], c3 = new char[5];
        byte[] b1 = new byte[5], b2 = new byte[5], b3 = new byte[5], b5 = new byte[5], b6 = new byte[5], b7 = new byte[5];
        String[] s1 = new String[5], s2 = new String[5], s3 = new String[5];
        race(() -> System.arraycopy(new int[5], 0, i1, 0, 5), () -> i1[3]++); // race
        race(() -> System.arraycopy(i2, 0, new int[5], 0, 5), () -> i2[3]++); // race
        race(() -> Arrays.fill(i3, 1), () -> { int x = i3[3]; }); // race
        race(() -> Arrays.sort(i4), () -> { int x = i4[3]; }); // race
        race(() -> Arrays.copyOf(i5, 4), () -> i5[3]++); // race
        race(() -> Arrays.stream(i6).sum(), () -> i6[3]++); // race
        race(() -> IntStream.of(i7).sum(), () -> i7[3]++); // race
        race(() -> Arrays.setAll(i8, k -> k), () -> { int x = i8[3]; }); // race
        race(() -> i9.clone(), () -> i9[3]++); // race
        race(() -> Arrays.compare(i10, new int[5]), () -> i10[3]++); // race
        race(() -> Arrays.mismatch(new int[5], i11), () -> i11[3]++); // race
        race(() -> Arrays.equals(new int[5], i12), () -> i12[3]++); // race
        race(() -> new String(c1).length(), () -> c1[3]++); // race
        race(() -> String.valueOf(c2).length(), () -> c2[3]++); // race
        race(() -> "hello".getChars(0, 5, c3, 0), () -> { int x = c3[3]; }); // race
        race(() -> new String(b1).length(), () -> b1[3]++); // race
        race(() -> new ByteArrayInputStream(new byte[5]).read(b2), () -> { int x = b2[3]; }); // race
        race(() -> new ByteArrayOutputStream().write(b3), () -> b3[3]++); // race
        race(() -> new DataInputStream(new ByteArrayInputStream(new byte[5])).readFully(b5), () -> { int x = b5[3]; }); // race
        race(() -> ByteBuffer.allocate(5).get(b6), () -> { int x = b6[3]; }); // race
        race(() -> ByteBuffer.allocate(5).put(b7), () -> b7[3]++); // race
        int[] ra = new int[5];
        race(() -> java.lang.reflect.Array.setInt(ra, 3, 1), () -> { int x = ra[3]; }); // race
        race(() -> List.of("a", "b", "c", "d").toArray(s1), () -> { String x = s1[3]; }); // race
        race(() -> Arrays.asList(s2).set(3, "x"), () -> { String x = s2[3]; }); // race
        race(() -> Arrays.asList(s3).replaceAll(q -> "x"), () -> { String x = s3[3]; }); // race
        StringBuilder x1 = new StringBuilder(), x2 = new StringBuilder("ab"), x3 = new StringBuilder("abc");
        StringBuilder x4 = new StringBuilder("abc"), x5 = new StringBuilder("abc"), x6 = new StringBuilder("abc"), x7 = new StringBuilder("abc");
        race(() -> x1.append("x"), () -> x1.append("y")); // race
        race(() -> x2.appendCodePoint(65), () -> x2.length()); // race
        race(() -> new StringBuilder().append(x3), () -> x3.append("y")); // race
        race(() -> x4.compareTo(new StringBuilder()), () -> x4.append("y")); // race
        race(() -> x5.chars().count(), () -> x5.append("y")); // race
        race(() -> "abc".contentEquals(x6), () -> x6.append("y")); // race
        race(() -> x7.getChars(0, 1, new char[3], 0), () -> x7.append("y")); // race
    }
}
