// References published by a race, and what their readers see of final fields.
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

public class Publication extends Edges {
    static class Fin { final int okA; final int[] okArr; final Map<String, String> map = new HashMap<>(); Fin() { okA = 1; okArr = new int[] {1}; map.put("a", "b"); } }
    static class NonFin { int badA = 5; }
    static class Default { int okDefault; Object okRef; }
    record Rec(int x, int[] y, List<String> z) { }
    static class Late { final int okF; int badLate; Late() { okF = 1; } }
    enum E { A; final int okE = 3; }
    static Fin badFin; static NonFin badNon; static Default badDef; static Rec badRec; static Late badLateRef; static List<String> badList; static String badString; static IntSupplier badLambda; static Object badAnon; static Integer badInteger; static Optional<String> badOptional;
    static <T> T spin(Supplier<T> s) { T v; while ((v = s.get()) == null) Thread.onSpinWait(); return v; }

    public static void main(String[] args) throws Exception {
        both(() -> badFin = new Fin(), () -> { Fin f = spin(() -> badFin); int x = f.okA + f.okArr[0]; f.map.get("a"); });
        both(() -> badNon = new NonFin(), () -> { int x = spin(() -> badNon).badA; });
        both(() -> badDef = new Default(), () -> { Default d = spin(() -> badDef); int x = d.okDefault; Object o = d.okRef; });
        both(() -> badRec = new Rec(1, new int[] {1}, new ArrayList<>(List.of("a"))), () -> { Rec r = spin(() -> badRec); int x = r.x() + r.z().size(); r.hashCode(); r.toString(); });
        both(() -> { Late l = new Late(); l.badLate = 3; badLateRef = l; }, () -> { Late l = spin(() -> badLateRef); int x = l.okF + l.badLate; });
        both(() -> badList = List.of("a", "b"), () -> { for (String s : spin(() -> badList)) s.length(); });
        both(() -> badString = new String("abc").concat("d"), () -> spin(() -> badString).length());
        both(() -> { String text = "abc"; int k = text.length(); badLambda = () -> text.length() + k; }, () -> spin(() -> badLambda).getAsInt());
        both(() -> { String text = "abc"; badAnon = new Object() { @Override public int hashCode() { return text.length(); } }; }, () -> spin(() -> badAnon).hashCode());
        both(() -> badInteger = Integer.valueOf(100000), () -> spin(() -> badInteger).intValue());
        both(() -> badOptional = Optional.of("x"), () -> spin(() -> badOptional).get().length());
    }
}
