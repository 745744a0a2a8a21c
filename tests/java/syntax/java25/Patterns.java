package syntax;

import java.util.*;

class Patterns {
    sealed interface Shape permits Point, Line, Box {}
    record Point(int x, int y) implements Shape {}
    record Line(Point from, Point to) implements Shape {}
    record Box<T>(T content) implements Shape {}

    String switches(Object o, Shape shape, int n) {
        switch (o) {
            case null -> {}
            case String s when s.length() > 3 && (n > 2) -> {}
            case String s -> {}
            case Integer i when (i > 3) -> {}
            case Point(int x, var y) when x > y -> {}
            case Line(Point(var a, var b), Point to) -> {}
            case Box<?>(String content) -> {}
            case int[] array when array.length > 1 -> {}
            case Map.Entry<?, ?> e -> {}
            case List<?> list when !list.isEmpty() && list.get(0) instanceof String first -> {}
            case final Character c -> {}
            case null, default -> {}
        }
        return switch (shape) {
            case Point p when p.x() > 0 -> "a";
            case Point(int x, _) -> "b";
            case Line(Point(_, _), _) -> "c";
            case Box<?>(var _) -> "d";
            case Line _ -> "e";
        };
    }

    void old(Object o) {
        switch (o) {
            case String s:
                break;
            case Point(int x, int y) when x == y:
            case Integer i:
                return;
            case null, default:
        }
        if (o instanceof Point(int x, int y) && x > 0) {}
        if (o instanceof Line(Point(var a, var b), var c)) {}
        if (!(o instanceof String s && s.isEmpty())) {}
        while (o instanceof Box<?>(Box<?>(var inner))) {}
        boolean p = o instanceof Box<?>(Point(int x, _)) ? x > 1 : false;
    }

    void unnamed(List<String> list) throws Exception {
        for (String _ : list) {}
        try (var _ = open()) {} catch (Exception _) {}
        var _ = list.size();
        int _ = 1;
        list.forEach(_ -> {});
        java.util.function.BiFunction<Integer, Integer, Integer> f = (_, _) -> 1;
        java.util.function.BiFunction<Integer, Integer, Integer> g = (int _, Integer _) -> 2;
        for (int i = 0, _ = side(); i < 3; i++) {}
    }
    int side() { return 1; }
    AutoCloseable open() { return null; }

    void guards(Object o, boolean a, int when) {
        int x = switch (o) {
            case Integer i when a -> 1;
            case Integer i when (a) -> 2;
            case Integer i when a && (i > 2) -> 3;
            case Integer i when check(() -> 1) -> 4;
            case Integer i when !a || i == when -> 5;
            case String when -> 6;
            default -> 7;
        };
    }
    boolean check(java.util.function.Supplier<Integer> s) { return true; }

    void primitives(Object o, long l) {
        switch (l) { case int i -> {} case long m when m > 3 -> {} }
        if (l instanceof int i) {}
    }
}
