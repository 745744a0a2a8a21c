// What only one thread has: thread-locals, objects in custom loaders, hidden classes, fields that are final.
import java.util.function.Supplier;

public class Locals extends Edges {
    static class Counter { int okLocal; }
    static final ThreadLocal<Counter> LOCAL = ThreadLocal.withInitial(Counter::new);
    static class Frozen {
        final int okFinal;
        final int[] okNumbers = new int[3];
        Frozen() { okFinal = 1; okNumbers[1] = 2; }
    }
    static Frozen badReference;
    static final InheritableThreadLocal<int[]> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        Body count = () -> { for (int i = 0; i < 5; i++) LOCAL.get().okLocal++; };
        both(count, count);
        INHERITED.set(new int[] {1});
        start(() -> INHERITED.get()[0]++).join();
        both(() -> badReference = new Frozen(), () -> {
            Frozen seen;
            while ((seen = badReference) == null) Thread.onSpinWait();
            int x = seen.okFinal + seen.okNumbers[1];
        });
    }
}
