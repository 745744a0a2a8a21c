// Every queue and deque of java.util.concurrent, by most of its methods.
import java.util.*;
import java.util.concurrent.*;

public class QueueMethods extends Edges {
    static class Box { int okBox; Box(int v) { okBox = v; } }
    static class Timed implements Delayed {
        int okPayload;
        final long at = System.nanoTime() + 1_000_000;
        public long getDelay(TimeUnit u) { return u.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS); }
        public int compareTo(Delayed o) { return Long.compare(at, ((Timed) o).at); }
    }
    static class Ranked implements Comparable<Ranked> {
        int okRank;
        Ranked(int r) { okRank = r; }
        public int compareTo(Ranked o) { return Integer.compare(okRank, o.okRank); }
    }
    static int okTransfer, okTryTransfer, okSync, okSyncOffer, okDelay, okRemaining, okDrain, okDrainMax, okElement,
        okRemove, okRemoveIf, okForEach, okToArray, okStream, okPeekLast, okDescending, okContains, okRemoveFirst,
        okAddAll, okPollTimeout, okPush, okIterRemove;
    static int badRejected, badOtherElement, badEmptyPoll, badOtherQueue, badFailedTransfer, badTimeoutPoll,
        badAfterPut, badPeekNull, badTwoTakers;

    static void hand(BlockingQueue<Box> q) throws Exception {
        both(() -> { for (int i = 0; i < 20; i++) { Box b = new Box(i); b.okBox++; q.put(b); } },
             () -> { for (int i = 0; i < 20; i++) { Box b = q.take(); b.okBox++; } });
        both(() -> { for (int i = 0; i < 20; i++) { Box b = new Box(i); b.okBox++; while (!q.offer(b, 1, TimeUnit.SECONDS)) { } } },
             () -> { for (int i = 0; i < 20; ) { Box b = q.poll(1, TimeUnit.SECONDS); if (b != null) { b.okBox++; i++; } } });
    }

    public static void main(String[] args) throws Exception {
        hand(new ArrayBlockingQueue<>(3, true));
        hand(new LinkedBlockingQueue<>(3));
        hand(new LinkedBlockingDeque<>(3));
        hand(new LinkedTransferQueue<>());
        hand(new SynchronousQueue<>());
        hand(new SynchronousQueue<>(true));
        hand(new PriorityBlockingQueue<>(5, Comparator.comparingInt(b -> b.okBox)));
        LinkedTransferQueue<Box> t = new LinkedTransferQueue<>();
        both(() -> { okTransfer = 1; t.transfer(new Box(1)); }, () -> { t.take().okBox++; okTransfer++; });
        both(() -> { okTryTransfer = 1; while (!t.tryTransfer(new Box(1))) Thread.onSpinWait(); }, () -> { t.take().okBox++; okTryTransfer++; });
        both(() -> { okRemaining = 1; while (!t.tryTransfer(new Box(1), 1, TimeUnit.SECONDS)) Thread.onSpinWait(); }, () -> { pause(); Box b; while ((b = t.poll()) == null) Thread.onSpinWait(); b.okBox++; okRemaining++; });
        SynchronousQueue<String> s = new SynchronousQueue<>();
        both(() -> { okSync = 1; while (!s.offer("x")) Thread.onSpinWait(); }, () -> { s.take(); okSync++; });
        both(() -> { okSyncOffer = 1; s.put("x"); }, () -> { while (s.poll() == null) Thread.onSpinWait(); okSyncOffer++; });
        DelayQueue<Timed> d = new DelayQueue<>();
        both(() -> { Timed x = new Timed(); x.okPayload = 1; okDelay = 1; d.put(x); }, () -> { d.take().okPayload++; okDelay++; });
        ArrayBlockingQueue<String> a = new ArrayBlockingQueue<>(10);
        both(() -> { okDrain = 1; a.add("x"); }, () -> { List<String> l = new ArrayList<>(); while (a.drainTo(l) == 0) Thread.onSpinWait(); okDrain++; });
        both(() -> { okDrainMax = 1; a.add("x"); }, () -> { List<String> l = new ArrayList<>(); while (a.drainTo(l, 1) == 0) Thread.onSpinWait(); okDrainMax++; });
        both(() -> { okElement = 1; a.add("x"); }, () -> { while (a.peek() == null) Thread.onSpinWait(); a.element(); okElement++; a.remove(); });
        ConcurrentLinkedQueue<String> c = new ConcurrentLinkedQueue<>();
        both(() -> { okRemove = 1; c.offer("r"); }, () -> { while (!c.remove("r")) Thread.onSpinWait(); okRemove++; });
        both(() -> { okRemoveIf = 1; c.offer("q"); }, () -> { while (!c.removeIf(x -> x.equals("q"))) Thread.onSpinWait(); okRemoveIf++; });
        ConcurrentLinkedQueue<Box> each = new ConcurrentLinkedQueue<>();
        both(() -> { okForEach = 1; each.offer(new Box(3)); }, () -> { boolean[] seen = new boolean[1]; while (!seen[0]) each.forEach(b -> { b.okBox++; seen[0] = true; }); okForEach++; });
        both(() -> { okToArray = 1; c.offer("z"); }, () -> { while (c.toArray(new String[0]).length == 0) Thread.onSpinWait(); okToArray++; });
        c.clear();
        both(() -> { okStream = 1; c.offer("z"); }, () -> { while (!c.stream().anyMatch(x -> x.equals("z"))) Thread.onSpinWait(); okStream++; });
        ConcurrentLinkedDeque<String> k = new ConcurrentLinkedDeque<>();
        both(() -> { okPeekLast = 1; k.addFirst("x"); }, () -> { while (k.peekLast() == null) Thread.onSpinWait(); okPeekLast++; });
        both(() -> { okDescending = 1; k.addFirst("last"); }, () -> { while (true) { Iterator<String> i = k.descendingIterator(); boolean f = false; while (i.hasNext()) f |= i.next().equals("last"); if (f) break; } okDescending++; });
        both(() -> { okContains = 1; k.add("here"); }, () -> { while (!k.contains("here")) Thread.onSpinWait(); okContains++; });
        both(() -> { okPush = 1; k.push("top"); }, () -> { while (!"top".equals(k.pollFirst())) Thread.onSpinWait(); okPush++; });
        LinkedBlockingDeque<String> lb = new LinkedBlockingDeque<>();
        both(() -> { okRemoveFirst = 1; lb.putLast("x"); }, () -> { while (true) { try { lb.removeFirst(); break; } catch (NoSuchElementException e) { } } okRemoveFirst++; });
        both(() -> { okPollTimeout = 1; lb.offerFirst("x", 1, TimeUnit.SECONDS); }, () -> { while (lb.pollLast(1, TimeUnit.SECONDS) == null) { } okPollTimeout++; });
        both(() -> { okAddAll = 1; lb.addAll(List.of("a", "b")); }, () -> { lb.takeFirst(); lb.takeFirst(); okAddAll++; });
        both(() -> { okIterRemove = 1; lb.add("ir"); }, () -> { boolean done = false; while (!done) for (Iterator<String> i = lb.iterator(); i.hasNext();) if (i.next().equals("ir")) { i.remove(); done = true; } okIterRemove++; });
        PriorityBlockingQueue<Ranked> p = new PriorityBlockingQueue<>();
        both(() -> { for (int i = 0; i < 50; i++) p.put(new Ranked(i % 7)); }, () -> { for (int i = 0; i < 50; i++) p.take().okRank++; });

        ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        full.add("first");
        both(() -> { badRejected = 1; full.offer("second"); }, () -> { pause(); full.take(); badRejected++; });
        LinkedBlockingQueue<String> two = new LinkedBlockingQueue<>();
        two.add("main");
        both(() -> { badOtherElement = 1; two.put("mine"); }, () -> { pause(); two.take(); badOtherElement++; });
        LinkedBlockingQueue<String> empty = new LinkedBlockingQueue<>();
        both(() -> { badEmptyPoll = 1; empty.poll(); }, () -> { pause(); empty.poll(); badEmptyPoll++; });
        LinkedTransferQueue<String> ta = new LinkedTransferQueue<>(), tb = new LinkedTransferQueue<>();
        tb.add("x");
        both(() -> { badOtherQueue = 1; ta.add("x"); }, () -> { pause(); tb.take(); badOtherQueue++; });
        LinkedTransferQueue<String> none = new LinkedTransferQueue<>();
        both(() -> { badFailedTransfer = 1; none.tryTransfer("x"); }, () -> { pause(); none.poll(); badFailedTransfer++; });
        both(() -> { pause(); badTimeoutPoll = 1; pause(); pause(); none.put("x"); }, () -> { none.poll(1, TimeUnit.MILLISECONDS); badTimeoutPoll++; });
        ArrayBlockingQueue<String> order = new ArrayBlockingQueue<>(5);
        both(() -> { order.put("x"); badAfterPut = 1; }, () -> { pause(); order.take(); badAfterPut++; });
        both(() -> { badPeekNull = 1; order.peek(); }, () -> { pause(); order.peek(); badPeekNull++; });
        LinkedBlockingQueue<String> pair = new LinkedBlockingQueue<>(List.of("a", "b"));
        both(() -> { pair.take(); badTwoTakers++; }, () -> { pause(); pair.take(); badTwoTakers++; });
    }
}
