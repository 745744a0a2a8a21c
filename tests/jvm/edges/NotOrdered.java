// What orders nothing, though it often takes its time.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

// What is not an order.
public class NotOrdered extends Edges {
    static int badYield, badNanoTime, badRandom, badNewObject, badThreadLocalGet, badUnrelatedVolatile,
        badUnrelatedSync, badParkPermit, badFinalField, badGc, badMathOnly, badVolatileArrayElem, badStaticInit,
        badExceptionOnly, badTimeUnit;
    static volatile int a, b; static volatile int[] arr = new int[2];
    static void race(Body x, Body y) throws Exception { both(x, () -> { pause(); y.run(); }); }
    static class Lazy { static int v = 3; }
    public static void main(String[] args) throws Exception {
        int warm = Lazy.v;
        race(() -> { badYield = 1; Thread.yield(); }, () -> { Thread.yield(); badYield++; });
        race(() -> { badNanoTime = 1; System.nanoTime(); }, () -> { System.currentTimeMillis(); badNanoTime++; });
        race(() -> { badNewObject = 1; new Object().hashCode(); }, () -> { new Object().hashCode(); badNewObject++; });
        race(() -> { badUnrelatedVolatile = 1; a = 1; }, () -> { int x = b; badUnrelatedVolatile++; });
        race(() -> { badUnrelatedSync = 1; synchronized (new Object()) { } }, () -> { synchronized (new Object()) { } badUnrelatedSync++; });
        race(() -> { badVolatileArrayElem = 1; arr[0] = 1; }, () -> { int x = arr[1]; badVolatileArrayElem++; });
        race(() -> { badStaticInit = 1; int x = Lazy.v; }, () -> { int x = Lazy.v; badStaticInit++; });
        race(() -> { badExceptionOnly = 1; try { throw new Exception(); } catch (Exception e) { } }, () -> { try { throw new Exception(); } catch (Exception e) { } badExceptionOnly++; });
        race(() -> { badTimeUnit = 1; TimeUnit.MILLISECONDS.sleep(1); }, () -> { TimeUnit.MILLISECONDS.sleep(1); badTimeUnit++; });
        race(() -> { badParkPermit = 1; java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread()); }, () -> { java.util.concurrent.locks.LockSupport.parkNanos(1); badParkPermit++; });
        ThreadLocal<Object> tl = ThreadLocal.withInitial(Object::new);
        race(() -> { badThreadLocalGet = 1; tl.get(); }, () -> { tl.get(); badThreadLocalGet++; });
        Map<String, String> im = Map.of("a", "b");
        race(() -> { badFinalField = 1; im.get("a"); }, () -> { im.get("a"); badFinalField++; });
        race(() -> { badRandom = 1; ThreadLocalRandom.current().nextInt(); }, () -> { ThreadLocalRandom.current().nextInt(); badRandom++; });
        race(() -> { badGc = 1; System.gc(); }, () -> { badGc++; });
        race(() -> { badMathOnly = 1; Math.sqrt(3); }, () -> { Math.sqrt(4); badMathOnly++; });
    }
}
