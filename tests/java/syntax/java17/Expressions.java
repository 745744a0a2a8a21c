package syntax;

import java.util.*;
import java.util.function.*;

class Expressions {
    int x, y, z;
    Object o;
    int[][] grid;
    boolean p, q;

    void operators() {
        x = y = z += 1;
        x -= 1; x *= 2; x /= 3; x %= 4; x &= 5; x |= 6; x ^= 7; x <<= 1; x >>= 1; x >>>= 1;
        x = y + z - 1 * 2 / 3 % 4 << 1 >> 2 >>> 3 & 4 | 5 ^ 6;
        p = x < y == y > z != (x <= y) || p && !q | p & q ^ p;
        p = x >= y;
        p = x > y;
        x = p ? q ? 1 : 2 : p ? 3 : 4;
        x = -+~-x;
        x = - -x + + +y;
        ++x; --x; x++; x--;
        x = x++ + ++x - x-- - --x;
        grid[0][1]++;
        ++grid[x = 1][y];
        (x) = 3;
        (grid)[1][0] = 4;
        p = o instanceof String;
        p = o instanceof List<?> && x < 3;
        p = o instanceof final String s && s.isEmpty();
        p = o instanceof int[] array && array.length > 0;
        p = !(o instanceof Map.Entry<?, ?> e);
        int i = 0, j = i < x ? i : x, k;
        long shifted = 1L << 40 >>> 3;
        boolean generic = x < y, other = x > (y);
        f(x < y, z > (x));
    }

    boolean f(boolean a, boolean b) { return a; }

    void casts() {
        x = (int) 3.0;
        x = (int) -1 + (int) +2 + (int) ~3;
        x = (x) + 1;
        x = (x) - 1;
        p = (boolean) !p;
        o = (Object) (String) o;
        o = (List<Map<String, int[]>>) o;
        o = (Runnable & java.io.Serializable) () -> {};
        o = (Function<Integer, Integer>) v -> v + 1;
        o = (@Deprecated String) o;
        o = (String[]) o;
        o = ((String) o).length();
        o = (char) ('a' + 1);
        o = (Object) this;
        o = (Object) new Object();
        o = (Object) int.class;
        o = (java.util.List<?>[]) new List<?>[3];
        o = (x) == 1;
        o = (Supplier<Object>) Object::new;
        x = (Integer) switch (x) { default -> 1; };
    }

    void lambdas() {
        Runnable r = () -> {};
        Runnable r2 = () -> System.out.println();
        Function<Integer, Integer> f = a -> a;
        BiFunction<Integer, Integer, Integer> g = (a, b) -> a + b;
        BiFunction<Integer, Integer, Integer> h = (Integer a, final Integer b) -> { return a; };
        BiFunction<Integer, Integer, Integer> v = (var a, @Deprecated var b) -> a;
        Function<int[], Integer> arrays = (int... a) -> a.length;
        Function<Integer, Function<Integer, Integer>> curried = a -> b -> a + b;
        Supplier<Runnable> s = () -> () -> {};
        Comparator<Map.Entry<String, Integer>> c = (Map.Entry<String, Integer> a, Map.Entry<String, Integer> b) -> 0;
        Object cond = p ? (Runnable) () -> {} : (Supplier<Object>) () -> null;
        Runnable chosen = p ? () -> {} : () -> {};
        run(a -> { int b = a; return b; }, (a, b) -> b, () -> 3);
        new Thread(() -> { synchronized (this) { x++; } }).start();
    }

    void run(Object... o) {}

    <T> void references() {
        Supplier<Object> a = Object::new;
        Function<Integer, int[]> b = int[]::new;
        Function<Integer, List<String>[]> c = List[]::new;
        Supplier<List<String>> d = ArrayList<String>::new;
        Supplier<Map<String, List<Integer>>> d2 = HashMap<String, List<Integer>>::new;
        Function<Object, String> e = Object::toString;
        Supplier<String> f = this::toString;
        Supplier<String> g = super::toString;
        Supplier<String> h = Expressions.super::toString;
        Function<Map.Entry<String, Integer>, String> i = Map.Entry<String, Integer>::getKey;
        Function<Map.Entry<String, Integer>, String> j = Map.Entry::getKey;
        Supplier<List<T>> k = Collections::<T>emptyList;
        Supplier<Integer> l = "abc"::length;
        Supplier<Object> m = grid[0]::clone;
        Supplier<Object> n = (p ? "a" : "b")::toString;
        Supplier<Object> nn = new Object()::toString;
        Function<Integer, List<String>[][]> q = ArrayList[][]::new;
    }

    class Inner { class Deep {} <T> Inner() {} void m() { Expressions.this.x = 1; Expressions.super.toString(); } }

    void creation() throws Exception {
        Inner inner = this.new Inner();
        Inner.Deep deep = inner.new Deep() { int extra; { extra = 1; } };
        Object a = new <String>Inner();
        Object b = this.new <String>Inner() {};
        int[] c = new int[3], d = new int[] {1, 2, 3,}, e = {};
        int[][][] f = new int[3][x][], g = new int[][][] {{{}}};
        Object[] h = new @Deprecated Object @Deprecated [3] @Deprecated [];
        List<String> k = new ArrayList<>() {{ add("x"); }};
        List<? super Integer> l = new ArrayList<Number>(3);
        Object m = new java.util.HashMap<String, List<int[]>>().keySet().iterator();
        String n = new String("a").concat("b").trim();
        int o2 = new int[] {1, 2}[0];
        Class<?> q = int.class, r = int[][].class, s = String.class, t = java.util.Map.Entry[].class, u = void.class;
        Collections.<String>emptyList().size();
        this.<String>generic("a");
        super.toString();
        ((Runnable) () -> {}).run();
    }

    <T> T generic(T t) { return t; }

    class Sub extends Inner {
        Sub(Expressions outer) { outer.super(); }
        Sub(Expressions outer, int x) { outer.<String>super(); }
        Sub() { <String>this(new Expressions()); }
    }

    void contextual() {
        int var = 1, record = 2, sealed = 3, permits = 4, module = 5, open = 6, with = 7, to = 8, when = 9, non = 1;
        record = var + sealed - permits;
        record++;
        module(open, with);
        int n = non - sealed;
        when = to;
        requires.exports.uses = null;
    }
    Expressions requires, exports, uses, yield;
    void module(int a, int b) {}
    record Rec(int record) {}
}
