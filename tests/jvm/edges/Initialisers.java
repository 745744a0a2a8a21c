// What a class's initialiser did happens before every later use of the class by any thread.
import java.lang.invoke.MethodHandles;

public class Initialisers extends Edges {
    static int okByNew, okByCall, okByReflection, okByForName, okBySubclass, okByField, okByLookup;
    static int[] okElements;
    static int badNoUse;

    static class ByNew { static { okByNew++; } }
    static class ByCall { static { okByCall++; } static void use() { } }
    static class ByReflection { static { okByReflection++; } public static void use() { } public ByReflection() { } }
    static class ByForName { static { okByForName++; } }
    static class Base { static { okBySubclass++; } }
    static class Sub extends Base { }
    static class ByField { static int[] table = new int[3]; static { okByField++; table[1] = 1; } }
    static class ByLookup { static { okByLookup++; } }
    static class NoUse { static { badNoUse++; } static void use() { } }
    static class Elements { static { okElements = new int[] {1, 2, 3}; okElements[1] = 7; } static void use() { } }
    enum Kind { ONE, TWO; int okOfEnum = 5; }

    static void twice(Body use) throws Exception {
        Thread first = start(use);
        Thread.sleep(5);
        Thread second = start(use);
        first.join();
        second.join();
    }

    public static void main(String[] args) throws Exception {
        String name = Initialisers.class.getName();
        twice(() -> { new ByNew(); int x = okByNew; });
        twice(() -> { ByCall.use(); int x = okByCall; });
        twice(() -> { Class.forName(name + "$ByReflection", false, Initialisers.class.getClassLoader())
                          .getMethod("use").invoke(null); int x = okByReflection; });
        twice(() -> { Class.forName(name + "$ByForName"); int x = okByForName; });
        twice(() -> { new Sub(); int x = okBySubclass; });
        twice(() -> { int x = ByField.table[1] + okByField; });
        twice(() -> { Elements.use(); int x = okElements[1]; });
        twice(() -> { int x = Kind.TWO.okOfEnum; });
        twice(() -> { MethodHandles.lookup().ensureInitialized(ByLookup.class); int x = okByLookup; });
        both(() -> NoUse.use(), () -> { pause(); int x = badNoUse; });
    }
}
