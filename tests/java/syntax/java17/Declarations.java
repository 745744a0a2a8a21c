/* annotations on packages are for package-info only, but parse */ @Deprecated
package syntax.declarations;

import java.io.*;
import java.util.List;
import java.util.Map.Entry;
import static java.lang.Math.*;
import static java.util.Collections.emptyList;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

public abstract class Declarations<T extends Comparable<? super T> & Serializable, @Use U> extends Base<T>
        implements Serializable, Comparable<Declarations<T, U>> {
    ;
    private static final long serialVersionUID = 1L, other = 2;
    protected transient volatile int a, b[] = {1, 2,}, c[][] = {{}, {1}, };
    int[] d[], e = new int[3];
    java.util.Map.Entry<String, ? extends List<?>[]> entry;
    @Use int @Use [] @Use [] annotated;

    static {
        System.out.println("static");
    }

    {
        a = 1;
    }



    public <X> Declarations(X x) throws IOException, @Use IllegalStateException {
        super();
    }

    private Declarations() { this(1); }

    Declarations(Declarations<T, U> this_, int... rest) { super(rest.length); }

    public native int nothing();

    abstract <A, B extends A> B pair(A a, final B b) throws Exception;

    strictfp synchronized final double compute(double x)[] { return new double[] {x}; }

    int old(int a[], int[]... b)[][] { return null; }

    void receiver(@Use Declarations<T, U> this, int x) {}

    class Inner {
        Inner(Declarations<T, U> Declarations.this) {}
        void m(Declarations<T, U>.Inner this) {}
        class Deeper { Deeper(Declarations<T, U>.Inner Inner.this) {} }
    }

    static class Nested<V> { V v; static <Q> Q q() { return null; } }

    interface Shape { int SIDES = 4; double area(); default int sides() { return SIDES; } static void s() {} private void p() {} }

    public @interface Use {
        int value() default 1;
        String[] names() default {"a", "b",};
        Class<?> type() default Object.class;
        Thread.State state() default Thread.State.NEW;
        Nest nest() default @Nest;
        Nest[] many() default {@Nest(1), @Nest(value = 2)};
        int CONSTANT = 5;
        enum Inside { A }
    }

    @interface Nest { int value() default 0; }

    @Use(names = {}, type = int[].class, state = Thread.State.BLOCKED, nest = @Nest(3), value = 1 + 2 * 3)
    @SuppressWarnings({"all", "unchecked"})
    public static void main(@Use final String... args) {}

    enum Plain { A, B, C }
    enum Trailing { A, B, ; }
    enum Empty {}
    enum OnlyMembers { ; static int x; }
    enum Rich implements Runnable {
        @Deprecated ONE(1) { public void run() {} @Override int twice() { return 2; } },
        TWO(2, "x") { public void run() {} };
        private final int n;
        Rich(int n, String... more) { this.n = n; }
        int twice() { return n * 2; }
    }
}

class Base<T> { Base(int... x) {} }

final class Second {}
;
interface Third extends Runnable, Comparable<Third> {}
