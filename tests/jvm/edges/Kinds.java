import java.io.*;
import java.lang.reflect.*;
import java.nio.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

/** Kinds of accesses, and of meetings that the other topics do not have. */
public class Kinds extends Edges {
    static int okStringBuffer, okByteOut, okStringWriter, okVectorSize, okStackPush, okHashtableGet;
    static int badStringBufferOther, badByteOutOther;
    static int okSemDrain, okPermits, okPhaserTier, okPhaserAdvance, okExchTwice;
    static int badPhaserNoWait, badSemOther;
    static int okInheritable;
    static int[][] cells = new int[3][3], okMatrix = new int[3][3];
    static int[] reflected = new int[4], okReflectArray = new int[4], okSpread = new int[64];
    static long badCompoundLong; static String badText = ""; static double badDouble; static Integer badBoxed = 1; static boolean badSpinFlag;
    static int okBeforeExecute, okTerminatedHook, okAfterExecute, okSchedFixed, okTimerTwo, okCompleter, okInvokeAllFj;
    static int okAtomicLongArr, okStampedRef, okMarkRef;
    static int badArrayIndexOther;
    static class Base { int badInBase; int okInBase; synchronized void inc() { okInBase++; } }
    static class Derived extends Base { int badInDerived; void twice() { synchronized (this) { okInBase++; } } }
    static class Sync { static int okStaticMethod2; static synchronized void a() { okStaticMethod2++; } static void b() { synchronized (Sync.class) { okStaticMethod2++; } } void c() { synchronized (getClass()) { badGetClassStatic++; } } static int badGetClassStatic; }
    static class SyncSub extends Sync {}
    static class MyThread extends Thread { int badOwn; int okOwnJoined; public void run() { badOwn++; okOwnJoined++; } }
    record Rec(int[] parts, int okN) {}
    enum Op { A { int badConst; void go() { badConst++; } }; abstract void go(); }
    interface Consts { int[] SHARED = {1, 2}; }
    static class Node { int okValue; Node okNextNode; volatile Node head; }
    static class Esc { int okEscFinal; static volatile Esc last; Esc() { okEscFinal = 3; last = this; } }
    static class Unsafe2 { final int okFin; static Unsafe2 badLeak; Unsafe2() { badLeak = this; okFin = 5; } }

    public static void main(String[] args) throws Exception {
        StringBuffer sb = new StringBuffer(), sb2 = new StringBuffer();
        both(() -> { okStringBuffer = 1; sb.append("x"); }, () -> { while (sb.length() == 0) Thread.onSpinWait(); okStringBuffer++; });
        both(() -> { badStringBufferOther = 1; sb.append("x"); }, () -> { pause(); sb2.append("y"); badStringBufferOther++; });
        ByteArrayOutputStream out = new ByteArrayOutputStream(), out2 = new ByteArrayOutputStream();
        both(() -> { okByteOut = 1; out.write(1); }, () -> { while (out.size() == 0) Thread.onSpinWait(); okByteOut++; });
        both(() -> { badByteOutOther = 1; out.write(1); }, () -> { pause(); out2.write(1); badByteOutOther++; });
        StringWriter writer = new StringWriter();
        both(() -> { okStringWriter = 1; writer.write("x"); }, () -> { while (writer.getBuffer().length() == 0) Thread.onSpinWait(); okStringWriter++; });
        Vector<Integer> vector = new Vector<>();
        both(() -> { okVectorSize = 1; vector.add(1); }, () -> { while (vector.size() == 0) Thread.onSpinWait(); okVectorSize++; });
        Stack<Integer> stack = new Stack<>();
        both(() -> { okStackPush = 1; stack.push(1); }, () -> { while (stack.empty()) Thread.onSpinWait(); okStackPush++; });
        Hashtable<String, String> table = new Hashtable<>();
        both(() -> { okHashtableGet = 1; table.put("a", "b"); }, () -> { while (table.get("a") == null) Thread.onSpinWait(); okHashtableGet++; });
        // meetings
        Semaphore sem = new Semaphore(0), sem3 = new Semaphore(0);
        both(() -> { okSemDrain = 1; sem.release(3); }, () -> { while (sem.drainPermits() == 0) Thread.onSpinWait(); okSemDrain++; });
        both(() -> { okPermits = 1; sem3.release(2); }, () -> { sem3.acquire(2); okPermits++; });
        Semaphore sx = new Semaphore(1), sy = new Semaphore(1);
        Body semBody = () -> { sx.acquire(); badSemOther++; sx.release(); };
        both(semBody, () -> { pause(); sy.acquire(); badSemOther++; sy.release(); });
        Phaser root = new Phaser(), left = new Phaser(root, 1), right = new Phaser(root, 1);
        both(() -> { okPhaserTier = 1; left.arriveAndAwaitAdvance(); }, () -> { right.arriveAndAwaitAdvance(); okPhaserTier++; });
        Phaser ph = new Phaser(2);
        both(() -> { okPhaserAdvance = 1; ph.arrive(); }, () -> { ph.awaitAdvance(ph.arrive()); okPhaserAdvance++; });
        Phaser p2 = new Phaser(3);
        both(() -> { badPhaserNoWait = 1; p2.arrive(); }, () -> { pause(); p2.arrive(); badPhaserNoWait++; });
        Exchanger<int[]> ex = new Exchanger<>();
        both(() -> { okExchTwice = 1; int[] a = {1}; for (int i = 0; i < 4; i++) { a[0]++; a = ex.exchange(a); } }, () -> { int[] a = {2}; for (int i = 0; i < 4; i++) { a[0]++; a = ex.exchange(a); } okExchTwice++; });
        // threads
        InheritableThreadLocal<int[]> itl = new InheritableThreadLocal<>();
        int[] cell = {0}; itl.set(cell); cell[0] = 5;
        Thread child = start(() -> { itl.get()[0]++; okInheritable = 1; }); child.join(); okInheritable++;
        MyThread mine = new MyThread(); mine.start(); pause(); mine.badOwn++; mine.join(); mine.okOwnJoined++;
        Base base = new Derived();
        both(() -> base.badInBase++, () -> { pause(); ((Derived) base).badInBase++; });
        both(() -> base.inc(), () -> ((Derived) base).twice());
        both(() -> ((Derived) base).badInDerived = 2, () -> { pause(); int x = ((Derived) base).badInDerived; });
        both(Sync::a, Sync::b);
        both(() -> new Sync().c(), () -> { pause(); new SyncSub().c(); });
        both(() -> cells[1][1]++, () -> { pause(); cells[1][1]++; }); // race
        both(() -> okMatrix[1][1]++, () -> { pause(); okMatrix[2][1]++; okMatrix[1][2]++; });
        both(() -> Array.setInt(reflected, 1, 4), () -> { pause(); reflected[1]++; }); // race
        both(() -> Array.setInt(okReflectArray, 1, 4), () -> { pause(); okReflectArray[2]++; Array.setInt(okReflectArray, 3, 4); });
        both(() -> badCompoundLong += 4, () -> { pause(); badCompoundLong |= 1; });
        both(() -> badText += "x", () -> { pause(); badText += "y"; });
        both(() -> badDouble = 4, () -> { pause(); badDouble *= 2; });
        both(() -> badBoxed++, () -> { pause(); badBoxed++; });
        both(() -> { pause(); badSpinFlag = true; }, () -> { for (int i = 0; i < 100 && !badSpinFlag; i++) Thread.sleep(1); });
        Rec rec = new Rec(new int[] {1, 2}, 4);
        both(() -> rec.parts()[0]++, () -> { pause(); rec.parts()[0] += rec.okN(); }); // race
        both(() -> Op.A.go(), () -> { pause(); Op.A.go(); });
        both(() -> Consts.SHARED[0]++, () -> { pause(); Consts.SHARED[0]++; }); // race
        both(() -> new Esc(), () -> { while (Esc.last == null) Thread.onSpinWait(); int x = Esc.last.okEscFinal; });
        both(() -> new Unsafe2(), () -> { pause(); if (Unsafe2.badLeak != null) { int x = Unsafe2.badLeak.okFin; } });
        // tasks
        class Pool extends ThreadPoolExecutor {
            Pool() { super(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
            @Override protected void beforeExecute(Thread t, Runnable r) { synchronized (Pool.this) { okBeforeExecute++; } }
            @Override protected void afterExecute(Runnable r, Throwable t) { synchronized (Pool.this) { okAfterExecute++; } }
            @Override protected void terminated() { okTerminatedHook++; }
        }
        Pool pool = new Pool();
        for (int i = 0; i < 6; i++) { int n = i; pool.execute(() -> okSpread[n]++); }
        pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);
        okTerminatedHook++; okAfterExecute++; okBeforeExecute++;
        for (int i = 0; i < 6; i++) okSpread[i]++;
        ScheduledExecutorService sched = Executors.newScheduledThreadPool(2);
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> periodic = sched.scheduleAtFixedRate(() -> { okSchedFixed++; three.countDown(); }, 0, 1, TimeUnit.MILLISECONDS);
        three.await(); periodic.cancel(false);
        sched.shutdown(); sched.awaitTermination(5, TimeUnit.SECONDS); okSchedFixed++;
        java.util.Timer timer = new java.util.Timer(true);
        CountDownLatch tt = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) timer.schedule(new TimerTask() { public void run() { okTimerTwo++; tt.countDown(); } }, i);
        tt.await(); okTimerTwo++; timer.cancel();
        int[] data = new int[1000];
        ForkJoinPool fj = new ForkJoinPool(2);
        class Sum extends RecursiveTask<Integer> {
            int lo, hi; Sum(int l, int h) { lo = l; hi = h; }
            protected Integer compute() { if (hi - lo < 100) { for (int i = lo; i < hi; i++) data[i]++; return hi - lo; } Sum a = new Sum(lo, (lo + hi) / 2), b = new Sum((lo + hi) / 2, hi); invokeAll(a, b); return a.join() + b.join(); }
        }
        okInvokeAllFj = fj.invoke(new Sum(0, 1000)); okInvokeAllFj++; data[500]++;
        class Comp extends CountedCompleter<Void> {
            final int lo, hi; Comp(CountedCompleter<?> p, int l, int h) { super(p); lo = l; hi = h; }
            public void compute() { if (hi - lo > 100) { addToPendingCount(2); new Comp(this, lo, (lo + hi) / 2).fork(); new Comp(this, (lo + hi) / 2, hi).fork(); } else for (int i = lo; i < hi; i++) data[i]++; tryComplete(); }
            public void onCompletion(CountedCompleter<?> c) { for (int i = lo; i < hi; i++) data[i]++; if (getCompleter() == null) okCompleter++; }
        }
        okCompleter = 1; fj.invoke(new Comp(null, 0, 1000)); okCompleter++; data[7]++;
        fj.shutdown();
        // atomics
        AtomicLongArray ala = new AtomicLongArray(4);
        both(() -> { okAtomicLongArr = 1; ala.incrementAndGet(2); }, () -> { while (ala.get(2) == 0) Thread.onSpinWait(); okAtomicLongArr++; });
        both(() -> { badArrayIndexOther = 1; ala.set(0, 1); }, () -> { pause(); ala.get(1); badArrayIndexOther++; });
        AtomicStampedReference<String> asr = new AtomicStampedReference<>("a", 0);
        both(() -> { okStampedRef = 1; asr.set("b", 1); }, () -> { int[] s = new int[1]; do asr.get(s); while (s[0] == 0); okStampedRef++; });
        AtomicMarkableReference<String> amr = new AtomicMarkableReference<>("a", false);
        both(() -> { okMarkRef = 1; amr.attemptMark("a", true); }, () -> { while (!amr.isMarked()) Thread.onSpinWait(); okMarkRef++; });
        Node list = new Node();
        both(() -> { for (int i = 0; i < 5; i++) { Node n = new Node(); n.okValue = i; n.okNextNode = list.head; list.head = n; } }, () -> { while (list.head == null) Thread.onSpinWait(); for (Node n = list.head; n != null; n = n.okNextNode) { int x = n.okValue; } });
    }
}
