// Locks, buffers and lazy values that programs build themselves.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;

// Idioms: everything ordered by what the names say.
public class Idioms extends Edges {
    static int okSwitchString, okTryFinally, okNestedLambda, okGeneric, okInnerThis, okEnumLock, okMemo, okTicket,
        okSpin, okTryRes;
    static int badCounter, badInc, badFinally;
    enum Lock { L; int badEnum; int okIn; }
    record R(Object lock, int[] cells) { void add() { synchronized (lock) { cells[0]++; } } }
    static class Dcl { private static volatile Dcl inst; int okField; int[] okA = new int[3]; static Dcl get() { Dcl d = inst; if (d == null) synchronized (Dcl.class) { d = inst; if (d == null) { d = new Dcl(); d.okField = 5; d.okA[1] = 4; inst = d; } } return d; } }
    static class RacyLazy { private static RacyLazy badInst; int badF; static RacyLazy get() { if (badInst == null) synchronized (RacyLazy.class) { if (badInst == null) { RacyLazy b = new RacyLazy(); b.badF = 5; badInst = b; } } return badInst; } }
    class Inner { void add() { synchronized (Idioms.this) { okInnerThis++; } } }
    static class Bounded<T> { final Object[] items = new Object[4]; int okHead, okTail, okCount; synchronized void put(T t) throws InterruptedException { while (okCount == 4) wait(); items[okTail] = t; okTail = (okTail + 1) % 4; okCount++; notifyAll(); } @SuppressWarnings("unchecked") synchronized T take() throws InterruptedException { while (okCount == 0) wait(); T t = (T) items[okHead]; okHead = (okHead + 1) % 4; okCount--; notifyAll(); return t; } }
    static class Ticket { final AtomicInteger next = new AtomicInteger(); volatile int serving; void lock() { int t = next.getAndIncrement(); while (serving != t) Thread.onSpinWait(); } @SuppressWarnings("NonAtomicOperationOnVolatileField") void unlock() { serving++; } }
    static class Mcs { static class Node { volatile boolean locked; volatile Node next; } final AtomicReference<Node> tail = new AtomicReference<>(); void lock(Node n) { n.locked = true; n.next = null; Node p = tail.getAndSet(n); if (p != null) { p.next = n; while (n.locked) Thread.onSpinWait(); } } void unlock(Node n) { if (n.next == null) { if (tail.compareAndSet(n, null)) return; while (n.next == null) Thread.onSpinWait(); } n.next.locked = false; } }
    static class Treiber { static class Node { final int okV; Node okNext; Node(int v) { okV = v; } } final AtomicReference<Node> head = new AtomicReference<>(); void push(int v) { Node n = new Node(v); do { n.okNext = head.get(); } while (!head.compareAndSet(n.okNext, n)); } Node pop() { Node h; do { h = head.get(); if (h == null) return null; } while (!head.compareAndSet(h, h.okNext)); return h; } }
    static class SeqBuf { final int[] okRing = new int[8]; volatile long head, tail; boolean offer(int v) { long t = tail; if (t - head == 8) return false; okRing[(int) (t & 7)] = v; tail = t + 1; return true; } int poll() { long h = head; if (h == tail) return -1; int v = okRing[(int) (h & 7)]; head = h + 1; return v; } }
    static class Account { int okBal; final int id; Account(int i) { id = i; } void to(Account o) { Account f = id < o.id ? this : o, s = f == this ? o : this; synchronized (f) { synchronized (s) { okBal--; o.okBal++; } } } }
    static class Memo<K, V> { final ConcurrentMap<K, Future<V>> m = new ConcurrentHashMap<>(); V get(K k, Callable<V> c) throws Exception { Future<V> f = m.get(k); if (f == null) { FutureTask<V> ft = new FutureTask<>(c); f = m.putIfAbsent(k, ft); if (f == null) { f = ft; ft.run(); } } return f.get(); } }
    static class Res implements AutoCloseable { static final java.util.concurrent.locks.ReentrantLock L = new java.util.concurrent.locks.ReentrantLock(); Res() { L.lock(); } public void close() { L.unlock(); } }
    static abstract class Base<T> { abstract void set(T t); }
    static class Str extends Base<String> { String badStr; @Override void set(String s) { badStr = s; } }
    static void varargs(int... xs) { xs[0]++; }

    public static void main(String[] args) throws Exception {
        Object m = new Object();
        Body sw = () -> { for (String s : new String[] {"a", "b", "c"}) synchronized (m) { switch (s) { case "a" -> okSwitchString++; case "b" -> okSwitchString += 2; default -> okSwitchString--; } } };
        both(sw, sw);
        Body tf = () -> { synchronized (m) { try { if (okTryFinally++ > 2) return; } finally { okTryFinally++; } } };
        both(tf, tf);
        Body tr = () -> { for (int i = 0; i < 5; i++) try (Res r = new Res()) { okTryRes++; } };
        both(tr, tr);
        Body en = () -> { synchronized (Lock.L) { okEnumLock++; Lock.L.okIn++; } };
        both(en, en);
        R r = new R(m, new int[1]);
        both(r::add, r::add);
        Idioms me = new Idioms();
        Body in = () -> { for (int i = 0; i < 5; i++) me.new Inner().add(); };
        both(in, in);
        Body dcl = () -> { Dcl d = Dcl.get(); int x = d.okField + d.okA[1]; };
        both(dcl, dcl);
        Bounded<int[]> b = new Bounded<>();
        both(() -> { for (int i = 0; i < 30; i++) b.put(new int[] {i}); }, () -> { for (int i = 0; i < 30; i++) b.take()[0]++; });
        Ticket tk = new Ticket();
        Body ticket = () -> { for (int i = 0; i < 20; i++) { tk.lock(); okTicket++; tk.unlock(); } };
        both(ticket, ticket);
        Mcs mcs = new Mcs();
        Body mb = () -> { Mcs.Node n = new Mcs.Node(); for (int i = 0; i < 20; i++) { mcs.lock(n); okSpin++; mcs.unlock(n); } };
        both(mb, mb);
        Treiber st = new Treiber();
        both(() -> { for (int i = 0; i < 50; i++) st.push(i); }, () -> { for (int i = 0; i < 50;) { Treiber.Node n = st.pop(); if (n != null) { i++; n.okNext = null; } } });
        SeqBuf q = new SeqBuf();
        both(() -> { for (int i = 0; i < 100;) if (q.offer(i)) i++; else Thread.onSpinWait(); }, () -> { for (int i = 0; i < 100;) if (q.poll() >= 0) i++; else Thread.onSpinWait(); });
        Account a1 = new Account(1), a2 = new Account(2);
        both(() -> { for (int i = 0; i < 20; i++) a1.to(a2); }, () -> { for (int i = 0; i < 20; i++) a2.to(a1); });
        Memo<String, int[]> memo = new Memo<>();
        Body mem = () -> { int x = memo.get("k", () -> { int[] v = new int[3]; v[1] = 4; okMemo++; return v; })[1]; };
        both(mem, mem);
        Supplier<Runnable> nest = () -> () -> { synchronized (m) { okNestedLambda++; } };
        both(() -> nest.get().run(), () -> nest.get().run());
        int[] captured = new int[1];
        Runnable cap = () -> { synchronized (captured) { captured[0]++; } };
        both(cap::run, cap::run);
        UnaryOperator<Integer> op = x -> { synchronized (m) { return okGeneric += x; } };
        both(() -> op.apply(1), () -> op.apply(2));

        Body bd = () -> { RacyLazy d = RacyLazy.get(); int x = d.badF; };
        both(bd, () -> { pause(); bd.run(); });
        both(() -> badCounter++, () -> { pause(); badCounter++; });
        both(() -> { for (int i = 0; i < 1000; i++) badInc += i; }, () -> { pause(); for (int i = 0; i < 1000; i++) badInc -= i; });
        both(() -> Lock.L.badEnum++, () -> { pause(); Lock.L.badEnum++; });
        Base<String> bs = new Str();
        both(() -> bs.set("a"), () -> { pause(); bs.set("b"); });
        both(() -> { try { badFinally++; } finally { badFinally++; } }, () -> { pause(); try { throw new Exception(); } catch (Exception e) { } finally { badFinally++; } });
    }
}
