// Volatile fields and java.util.concurrent.atomic: volatile, release/acquire, opaque and plain modes.
import java.util.concurrent.atomic.*;

public class Atomics extends Edges {
    static volatile int flag;
    static volatile boolean[] flags = new boolean[1];
    static volatile long wide;
    static int okVolatile, okVolatileObject, okSet, okLazy, okRelease, okSwap, okUpdate, okAccumulate, okArray, okReferenceArray, okFieldUpdater, okLongUpdater, okReferenceUpdater;
    static int okStamped, okMarkable, okBoolean, okExchange, okWeak, okGetAndSet, okChain, okLong, okIntValue, okInherited, okDekker;
    static int badPlain, badOpaque, badPlainSwap, badOtherAtomic, badOtherIndex, badVolatileArray, badAcquireBeforeWrite, badReadOnly, badTwoUpdaters, badReverse, badNoWrite, badDoubleChecked;

    static class Node {
        volatile int state;
        volatile long total;
        volatile Node next;
        int okPayload, badPayload;
    }

    static class Counter extends AtomicInteger { }

    static Node badPublished;

    public static void main(String[] args) throws Exception {
        both(() -> { okVolatile = 1; flag = 1; }, () -> { while (flag == 0) Thread.onSpinWait(); okVolatile++; });
        Node node = new Node();
        both(() -> { Node n = new Node(); n.okPayload = 1; node.next = n; },
             () -> { while (node.next == null) Thread.onSpinWait(); node.next.okPayload++; okVolatileObject++; });
        AtomicInteger set = new AtomicInteger();
        both(() -> { okSet = 1; set.set(1); }, () -> { while (set.get() == 0) Thread.onSpinWait(); okSet++; });
        AtomicLong lazy = new AtomicLong();
        both(() -> { okLazy = 1; lazy.lazySet(1); }, () -> { while (lazy.get() == 0) Thread.onSpinWait(); okLazy++; });
        AtomicReference<String> release = new AtomicReference<>();
        both(() -> { okRelease = 1; release.setRelease("x"); }, () -> { while (release.getAcquire() == null) Thread.onSpinWait(); okRelease++; });
        AtomicInteger swap = new AtomicInteger();
        Body spin = () -> { while (!swap.compareAndSet(0, 1)) Thread.onSpinWait(); okSwap++; swap.set(0); };
        both(spin, spin);
        AtomicReference<int[]> update = new AtomicReference<>(new int[] {0});
        Body updating = () -> { int[] made = update.updateAndGet(a -> new int[] {a[0] + 1}); if (made[0] == 2) okUpdate++; };
        both(updating, updating);
        AtomicInteger sum = new AtomicInteger();
        both(() -> { okAccumulate = 1; sum.accumulateAndGet(1, Integer::sum); },
             () -> { while (sum.accumulateAndGet(0, Integer::sum) == 0) Thread.onSpinWait(); okAccumulate++; });
        AtomicIntegerArray array = new AtomicIntegerArray(2);
        both(() -> { okArray = 1; array.set(1, 1); }, () -> { while (array.get(1) == 0) Thread.onSpinWait(); okArray++; });
        AtomicReferenceArray<String> references = new AtomicReferenceArray<>(2);
        both(() -> { okReferenceArray = 1; references.lazySet(1, "x"); }, () -> { while (references.getAcquire(1) == null) Thread.onSpinWait(); okReferenceArray++; });
        AtomicIntegerFieldUpdater<Node> state = AtomicIntegerFieldUpdater.newUpdater(Node.class, "state");
        both(() -> { okFieldUpdater = 1; state.compareAndSet(node, 0, 1); }, () -> { while (node.state == 0) Thread.onSpinWait(); okFieldUpdater++; });
        AtomicLongFieldUpdater<Node> total = AtomicLongFieldUpdater.newUpdater(Node.class, "total");
        both(() -> { okLongUpdater = 1; total.incrementAndGet(node); }, () -> { while (total.get(node) == 0) Thread.onSpinWait(); okLongUpdater++; });
        AtomicReferenceFieldUpdater<Node, Node> next = AtomicReferenceFieldUpdater.newUpdater(Node.class, Node.class, "next");
        Node tail = new Node();
        both(() -> { okReferenceUpdater = 1; next.lazySet(tail, tail); }, () -> { while (tail.next == null) Thread.onSpinWait(); okReferenceUpdater++; });
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>(null, 0);
        both(() -> { okStamped = 1; stamped.compareAndSet(null, "x", 0, 1); },
             () -> { int[] at = new int[1]; while (stamped.get(at) == null) Thread.onSpinWait(); okStamped++; });
        AtomicMarkableReference<String> markable = new AtomicMarkableReference<>("x", false);
        both(() -> { okMarkable = 1; markable.attemptMark("x", true); }, () -> { while (!markable.isMarked()) Thread.onSpinWait(); okMarkable++; });
        AtomicBoolean bool = new AtomicBoolean();
        both(() -> { okBoolean = 1; bool.getAndSet(true); }, () -> { while (!bool.compareAndSet(true, false)) Thread.onSpinWait(); okBoolean++; });
        AtomicInteger exchange = new AtomicInteger();
        both(() -> { okExchange = 1; exchange.compareAndExchangeRelease(0, 1); },
             () -> { while (exchange.compareAndExchangeAcquire(1, 2) != 1) Thread.onSpinWait(); okExchange++; });
        AtomicInteger weak = new AtomicInteger();
        both(() -> { okWeak = 1; while (!weak.weakCompareAndSetVolatile(0, 1)) Thread.onSpinWait(); }, () -> { while (weak.get() == 0) Thread.onSpinWait(); okWeak++; });
        AtomicReference<String> got = new AtomicReference<>();
        both(() -> { okGetAndSet = 1; got.getAndSet("x"); }, () -> { while (got.getAndSet(null) == null) Thread.onSpinWait(); okGetAndSet++; });
        both(() -> { okLong = 1; wide = 1; }, () -> { while (wide == 0) Thread.onSpinWait(); okLong++; });
        AtomicLong value = new AtomicLong();
        both(() -> { okIntValue = 1; value.incrementAndGet(); }, () -> { while (value.intValue() == 0) Thread.onSpinWait(); okIntValue++; });
        Counter counter = new Counter();
        both(() -> { okInherited = 1; counter.incrementAndGet(); }, () -> { while (counter.get() == 0) Thread.onSpinWait(); okInherited++; });
        AtomicInteger chain = new AtomicInteger();
        Thread c = start(() -> { while (chain.get() < 2) Thread.onSpinWait(); okChain++; });
        both(() -> { okChain = 1; chain.set(1); }, () -> { while (chain.get() == 0) Thread.onSpinWait(); okChain++; chain.compareAndSet(1, 2); });
        c.join();
        AtomicInteger turn = new AtomicInteger();
        AtomicBoolean wantA = new AtomicBoolean(), wantB = new AtomicBoolean();
        both(() -> { wantA.set(true); turn.set(1); while (wantB.get() && turn.get() == 1) Thread.onSpinWait(); okDekker++; wantA.set(false); },
             () -> { wantB.set(true); turn.set(0); while (wantA.get() && turn.get() == 0) Thread.onSpinWait(); okDekker++; wantB.set(false); });

        AtomicInteger plain = new AtomicInteger();
        both(() -> { badPlain = 1; plain.setPlain(1); }, () -> { pause(); plain.getPlain(); badPlain++; });
        both(() -> { badOpaque = 1; plain.setOpaque(1); }, () -> { pause(); plain.getOpaque(); badOpaque++; });
        both(() -> { badPlainSwap = 1; plain.weakCompareAndSetPlain(1, 2); }, () -> { pause(); plain.weakCompareAndSetPlain(2, 3); badPlainSwap++; });
        AtomicInteger one = new AtomicInteger(), two = new AtomicInteger();
        both(() -> { badOtherAtomic = 1; one.set(1); }, () -> { pause(); two.get(); badOtherAtomic++; });
        both(() -> { badOtherIndex = 1; array.set(0, 1); }, () -> { pause(); array.get(1); badOtherIndex++; });
        both(() -> { badVolatileArray = 1; flags[0] = true; }, () -> { pause(); boolean b = flags.length > 1; badVolatileArray++; });
        AtomicInteger early = new AtomicInteger();
        both(() -> { early.set(1); badAcquireBeforeWrite = 1; }, () -> { pause(); early.get(); badAcquireBeforeWrite++; });
        both(() -> { badReadOnly = 1; early.get(); }, () -> { pause(); early.get(); badReadOnly++; });
        Node first = new Node();
        both(() -> { badTwoUpdaters = 1; total.set(first, 1); }, () -> { pause(); state.get(first); badTwoUpdaters++; });
        both(() -> { pause(); pause(); badReverse = 1; one.set(2); }, () -> { badReverse++; one.set(3); });
        both(() -> { Node n = new Node(); n.badPayload = 1; badPublished = n; badNoWrite++; }, () -> { pause(); Node n = badPublished; if (n != null) n.badPayload++; badNoWrite++; });
        Body check = () -> { if (badDoubleChecked == 0) synchronized (first) { if (badDoubleChecked == 0) badDoubleChecked = 1; } };
        both(() -> { check.run(); }, () -> { pause(); check.run(); });
    }
}
