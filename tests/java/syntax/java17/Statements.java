package syntax;

import java.io.*;
import java.util.*;
import java.util.concurrent.locks.*;

class Statements {
    Lock lock = new ReentrantLock();

    int control(int n, List<String> list) throws Exception {
        ;
        if (n > 0) return 1; else if (n < -5) { return 2; } else if (n == -1) ; else return 3;
        while (n > 0) n--;
        do n++; while (n < 10);
        do { n--; } while (n > 0);
        for (;;) break;
        for (int i = 0, j = 1; i < n && j > 0; i++, j--) continue;
        for (n = 0, n++; n < 3; ) { n += 2; }
        for (String s : list) System.out.println(s);
        for (final @Deprecated var s : list) {}
        for (int[] a[] : new int[3][][]) {}
        outer:
        for (int i = 0; ; i++) {
            inner: while (true) {
                if (i > 3) break outer;
                if (i > 2) continue outer;
                break inner;
            }
        }
        block: { if (n > 1) break block; }
        synchronized (this) { n++; }
        synchronized (lock) {}
        assert n > 0;
        assert n > 0 : "message" + n;
        throw new IllegalStateException("x");
    }

    void tries(Reader given) throws Exception {
        try { given.read(); } catch (IOException e) { throw e; } finally { given.close(); }
        try { given.read(); } finally {}
        try { given.read(); } catch (final FileNotFoundException | java.net.SocketException e) {} catch (IOException e) {}
        try (Reader r = new StringReader("x")) { r.read(); }
        try (Reader r = new StringReader("x"); final Writer w = new StringWriter();) { r.read(); } catch (Exception e) {}
        try (given) {}
        try (given; this.field; var v = new StringReader("")) {} finally {}
        try (Statements.shared) {}
    }
    final Reader field = null;
    static final Reader shared = null;

    int switches(int n, String s, Object o) {
        switch (n) {}
        switch (n) { case 1: case 2: n++; break; case 3: default: n--; case 'c': {} }
        switch (s) { case "a" -> n = 1; case "b", "c" -> { n = 2; } case "d" -> throw new RuntimeException(); default -> {} }
        int k = switch (n) {
            case 1, 2, 3 -> 10;
            case 4 -> { int t = n * 2; yield t; }
            default -> throw new IllegalArgumentException();
        };
        k = switch (n) { case 1: yield 5; case 2: { yield -6; } default: yield (k + 1) * 2; };
        k = switch (s) { case "x" -> { yield "x".length(); } default -> { yield switch (n) { default -> 1; }; } };
        k += switch (n) { case (1) -> 1; case 2 + 3 -> 2; case Integer.MAX_VALUE -> 3; default -> 0; } + 1;
        switch (State.A) { case A: return 1; case B: break; }
        java.util.function.Supplier<Integer> f = switch (n) { case 1 -> () -> 1; default -> () -> { return 2; }; };
        switch (n) { case 1: int local = 1; final int other; class L {} default: ; }
        return k;
    }
    enum State { A, B }

    void locals() {
        int a, b = 1, c[] = {1}, d[][];
        final var list = new ArrayList<Map<String, ? extends Number>>();
        var x = list;
        List<String>[] generic;
        Map.Entry<String, List<int[]>> entry = null;
        java.util.Map<String, java.util.List<String>> full;
        @SuppressWarnings("x") int annotated = 1;
        class Local<T> extends Statements { T t; }
        abstract class Abstract {}
        final class Final {}
        interface LocalInterface {}
        enum LocalEnum { A, B; void m() {} }
        record LocalRecord(int a) {}
        record Generic<T>(T t) implements Runnable { public void run() {} }
        @Deprecated class Annotated {}

        int yield2 = 1;
        yield2 = 3;
        { int nested = 1; { { } } }
        a = b; c[0] = 1;
        a++;
        new Object();
        new Object() { int q; }.hashCode();
        this.locals();
        super.toString();
        (a > 1 ? list : list).size();
        Statements.this.lock.lock();
        label: a = 2;
    }

    void dangling(boolean p, boolean q) {
        if (p) if (q) p = false; else q = false;
        if (p) { } else if (q) { } else { }
        if (p) for (;;) if (q) break; else continue; else p = q;
        while (p) if (q) return;
    }
}
