// Ends, interruption, pipes, publishers, processes.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class ThreadMethods extends Edges {
    static int okJoinTimed, okDefaultHandler, okSubStart, okPark, okLockInterrupt, okCondInterrupt, okSemInterrupt,
        okFutureInterrupt, okPiped, okPipedChars, okGroupJoin, okDaemon, okPublisher, okConsume, okOnExit,
        okBarrierInterrupt, okMany, okJoinNanos, okObjectPipe, okPipeBytes;
    static int badInterruptNotSeen, badStackTrace, badDaemon, badInterruptReverse, badEnumerate, badPipeAfter;
    static class MyThread extends Thread { int okMine; @Override public synchronized void start() { okMine = 1; super.start(); } @Override public void run() { okMine++; okSubStart++; } }
    static class Msg implements Serializable { int okMsg; }

    public static void main(String[] args) throws Exception {
        Thread t = start(() -> okJoinTimed = 1);
        while (t.isAlive()) t.join(1);
        okJoinTimed++;
        t = start(() -> okJoinNanos = 1);
        t.join(10_000, 5);
        okJoinNanos++;
        MyThread mt = new MyThread();
        okSubStart = 1;
        mt.start();
        mt.join();
        mt.okMine++;
        okSubStart++;
        Thread.UncaughtExceptionHandler old = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((th, e) -> okDefaultHandler++);
        t = new Thread(() -> { okDefaultHandler = 1; throw new IllegalStateException(); });
        t.start();
        t.join();
        okDefaultHandler++;
        Thread.setDefaultUncaughtExceptionHandler(old);
        t = start(() -> { while (!Thread.interrupted()) LockSupport.park(); okPark++; });
        okPark = 1;
        t.interrupt();
        t.join();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        t = start(() -> { try { lock.lockInterruptibly(); } catch (InterruptedException e) { okLockInterrupt++; } });
        pause();
        okLockInterrupt = 1;
        t.interrupt();
        t.join();
        lock.unlock();
        Condition c = lock.newCondition();
        t = start(() -> { lock.lock(); try { c.await(); } catch (InterruptedException e) { okCondInterrupt++; } finally { lock.unlock(); } });
        pause();
        okCondInterrupt = 1;
        t.interrupt();
        t.join();
        t = start(() -> { try { new Semaphore(0).acquire(); } catch (InterruptedException e) { okSemInterrupt++; } });
        pause();
        okSemInterrupt = 1;
        t.interrupt();
        t.join();
        t = start(() -> { try { new CompletableFuture<Object>().get(); } catch (InterruptedException e) { okFutureInterrupt++; } });
        pause();
        okFutureInterrupt = 1;
        t.interrupt();
        t.join();
        t = start(() -> { try { new CyclicBarrier(2).await(); } catch (InterruptedException e) { okBarrierInterrupt++; } });
        pause();
        okBarrierInterrupt = 1;
        t.interrupt();
        t.join();
        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[2]);
        Body loc = () -> { local.get()[0]++; local.remove(); local.set(new int[1]); local.get()[0]++; };
        both(loc, loc);
        ThreadGroup g = new ThreadGroup("g");
        Thread[] ts = new Thread[5];
        int[] cells = new int[5];
        for (int i = 0; i < 5; i++) { int n = i; ts[i] = new Thread(g, () -> cells[n] = n); ts[i].start(); }
        for (Thread x : ts) x.join();
        for (int i = 0; i < 5; i++) okGroupJoin += cells[i]++;
        t = new Thread(() -> okDaemon = 1);
        t.setDaemon(true);
        t.start();
        t.join();
        okDaemon++;
        PipedOutputStream po = new PipedOutputStream();
        PipedInputStream pi = new PipedInputStream(po);
        both(() -> { okPiped = 1; po.write(5); po.flush(); }, () -> { pi.read(); okPiped++; });
        both(() -> { okPipeBytes = 1; po.write(new byte[] {1, 2, 3}); po.flush(); }, () -> { byte[] b = new byte[3]; int n = 0; while (n < 3) n += pi.read(b, n, 3 - n); okPipeBytes++; });
        both(() -> { ObjectOutputStream o = new ObjectOutputStream(po); Msg m = new Msg(); m.okMsg = 4; okObjectPipe = 1; o.writeObject(m); o.flush(); }, () -> { Msg m = (Msg) new ObjectInputStream(pi).readObject(); m.okMsg++; okObjectPipe++; });
        PipedWriter pw = new PipedWriter();
        PipedReader pr = new PipedReader(pw);
        both(() -> { okPipedChars = 1; PrintWriter w = new PrintWriter(pw); w.println("x"); w.flush(); }, () -> { new BufferedReader(pr).readLine(); okPipedChars++; });
        SubmissionPublisher<int[]> pub = new SubmissionPublisher<>();
        CountDownLatch got = new CountDownLatch(1);
        pub.subscribe(new Flow.Subscriber<int[]>() {
            int okCount;
            Flow.Subscription s;
            public void onSubscribe(Flow.Subscription s) { this.s = s; okCount = 1; s.request(1); }
            public void onNext(int[] x) { okCount++; x[0]++; okPublisher++; s.request(1); }
            public void onError(Throwable e) { }
            public void onComplete() { okCount++; okPublisher++; got.countDown(); }
        });
        for (int i = 0; i < 10; i++) pub.submit(new int[] {i});
        pub.close();
        got.await();
        SubmissionPublisher<Msg> p2 = new SubmissionPublisher<>();
        CompletableFuture<Void> consumed = p2.consume(m -> { m.okMsg++; okConsume++; });
        for (int i = 0; i < 10; i++) { Msg m = new Msg(); m.okMsg = 1; p2.offer(m, null); }
        p2.close();
        consumed.join();
        okConsume++;
        Process p = new ProcessBuilder("true").start();
        okOnExit = 1;
        p.onExit().thenRun(() -> okOnExit++).join();
        okOnExit++;
        for (int i = 0; i < 20; i++) { int n = i; Thread q = start(() -> okMany += n); q.join(); }
        t = start(() -> { throw new IOException("x"); });
        t.setUncaughtExceptionHandler((a, e) -> { });
        t.join();

        t = start(() -> { Thread.sleep(60); badInterruptNotSeen++; });
        badInterruptNotSeen = 1;
        t.join();
        Thread t2 = start(() -> { Thread.sleep(80); badStackTrace++; });
        badStackTrace = 1;
        t2.getStackTrace();
        t2.setPriority(6);
        t2.join();
        t = start(() -> { badDaemon++; Thread.sleep(50); });
        pause();
        t.isDaemon(); t.getName(); t.getPriority(); t.getState(); t.isAlive(); t.isInterrupted();
        badDaemon++;
        t.join();
        t = start(() -> { badEnumerate++; Thread.sleep(60); });
        pause();
        Thread.enumerate(new Thread[50]);
        Thread.getAllStackTraces();
        badEnumerate++;
        t.join();
        PipedOutputStream po2 = new PipedOutputStream();
        PipedInputStream pi2 = new PipedInputStream(po2);
        both(() -> { po2.write(5); po2.flush(); badPipeAfter = 1; }, () -> { pi2.read(); pause(); badPipeAfter++; });
        t = start(() -> { badInterruptReverse++; while (!Thread.currentThread().isInterrupted()) Thread.onSpinWait(); });
        pause();
        t.interrupt();
        badInterruptReverse++;
        t.join();
    }
}
