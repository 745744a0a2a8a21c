// Collections of java.util: one variable each. The object is named by its class, so each case has a class of its own.
import java.util.*;

public class Containers extends Edges {
    static class BadList extends ArrayList<Object> { }
    static class OkList extends ArrayList<Object> { }
    static class BadAccessOrder extends LinkedHashMap<String, String> {
        BadAccessOrder() { super(16, 0.75f, true); }
    }
    static class OkInsertionOrder extends LinkedHashMap<String, String> { }
    static class BadBits extends BitSet { }

    static class BadIterated extends ArrayList<Object> { }
    static class OkIterated extends ArrayList<Object> { }

    public static void main(String[] args) throws Exception {
        List<Object> bad = new BadList(), ok = new OkList();
        both(() -> bad.add("x"), () -> bad.add("y"));
        both(() -> { synchronized (ok) { ok.add("x"); } }, () -> { synchronized (ok) { for (Object o : ok) o.hashCode(); } });
        Map<String, String> byAccess = new BadAccessOrder(), byInsertion = new OkInsertionOrder();
        byAccess.put("a", "b");
        byInsertion.put("a", "b");
        both(() -> byAccess.get("a"), () -> byAccess.get("a"));
        both(() -> byInsertion.get("a"), () -> byInsertion.get("a"));
        List<Object> iterated = new BadIterated(), guarded = new OkIterated();
        iterated.add("a");
        List<Object> wrapped = Collections.synchronizedList(iterated), locked = Collections.synchronizedList(guarded);
        both(() -> wrapped.add("x"), () -> { pause(); Iterator<Object> all = wrapped.iterator(); all.hasNext(); all.next(); });
        both(() -> locked.add("x"), () -> { synchronized (locked) { for (Object o : locked) o.hashCode(); } });
        BitSet bits = new BadBits();
        both(() -> bits.set(1), () -> bits.set(2));
    }
}
