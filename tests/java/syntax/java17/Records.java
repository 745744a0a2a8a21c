package syntax;

import java.util.*;

public record Records<T extends Comparable<T>>(@Deprecated int x, T t, List<? extends T>... rest) implements Comparable<Records<T>> {
    static int count;
    public Records {
        if (x < 0) throw new IllegalArgumentException();
        count++;
    }
    Records(T t) { this(0, t); }
    public int compareTo(Records<T> other) { return 0; }
    record Empty() {}
    record Canonical(int a) { Canonical(int a) { this.a = a; } }
    record Nested(Empty e, Canonical[] c) { static void m() {} class Inner {} interface I {} enum E { A } }
    @interface A {}
    record Annotated(@A int @A [] a) { @A Annotated {} }
}

sealed interface Shape permits Circle, Square, Other {}
record Circle(double r) implements Shape {}
record Square(double s) implements Shape {}
non-sealed class Other implements Shape {}
sealed abstract class Sealed permits Sealed.A, Sealed.B {
    static final class A extends Sealed {}
    static non-sealed class B extends Sealed {}
    public sealed static abstract class C extends B {}
    final class D extends C {}
}
class NotSealed { int sealed = 1, permits; int m() { return sealed - permits; } }
