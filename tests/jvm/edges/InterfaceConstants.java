// What an interface builds for its constants happens before every use of them. No race.
import java.util.*;
public class InterfaceConstants extends Edges {
    interface Names { String[] OK = {"a", "b"}; Map<String, int[]> M = Holder.fill(new HashMap<>()); int[] INTS = Holder.ints(); }
    static class Holder { static Map<String, int[]> fill(Map<String, int[]> m) { m.put("a", new int[] {4}); return m; } static int[] ints() { int[] a = new int[5]; for (int i = 0; i < 5; i++) a[i] = i; return a; } }
    interface Second { String[] OK = new String("x,y").split(","); int[] T = {1, 2, 3}; }
    static class Impl implements Second { int get(int i) { return T[i]; } }
    static void twice(Body use) throws Exception { Thread a = start(use); Thread.sleep(5); Thread b = start(use); a.join(); b.join(); }
    public static void main(String[] args) throws Exception {
        twice(() -> { String s = Names.OK[0]; int x = Names.INTS[3]; x = Names.M.get("a")[0]; });
        twice(() -> { int x = new Impl().get(2); String s = Impl.OK[1]; });
        twice(() -> { int x = Impl.T[2]; });
    }
}
