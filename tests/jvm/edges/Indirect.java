// Calls that reach the library indirectly: reflection, method handles, method references, proxies, default methods.
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class Indirect extends Edges {
    static int okInvokeLock, okInvokeQueue, okInvokeLatch, okInvokeAtomic, okInvokeSubmit, okInvokeStart, okInvokeJoin, okInvokeMap,
        okHandleLock, okHandleQueue, okHandleStart, okHandleJoin, okRefTypes, okRefStatic, okRefNew, okRefBoundInterface,
        okProxyLock, okProxyExecutor, okProxyQueue, okInvokeUnlockRead, okInvokeFuture, okInvokeExact, okHandleLatch, okHandleAtomic,
        okInvokeSynchronized, okSupplierGet, okAutoCloseable, okInvokeSemaphore;
    static int badInvokeOther, badHandleOther, badProxyOther, badRefOther, badInvokeNothing;

    static class Guard<L extends Lock> implements AutoCloseable {
        final L lock;
        Guard(L lock) { this.lock = lock; lock.lock(); }
        @Override public void close() { lock.unlock(); }
    }

    static synchronized void inSync() { okInvokeSynchronized++; }

    static void run(Consumer<Object> acquire, Consumer<Object> release, Object lock, Runnable body) {
        acquire.accept(lock);
        body.run();
        release.accept(lock);
    }
    static <T> void with(T lock, Consumer<T> acquire, Consumer<T> release, Runnable body) {
        acquire.accept(lock);
        body.run();
        release.accept(lock);
    }

    @SuppressWarnings("unchecked")
    static <T> T proxy(Class<T> type, Object target) {
        return (T) Proxy.newProxyInstance(Indirect.class.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> {
            try { return m.invoke(target, a); } catch (InvocationTargetException e) { throw e.getCause(); }
        });
    }

    public static void main(String[] args) throws Exception {
        Method lock = Lock.class.getMethod("lock"), unlock = Lock.class.getMethod("unlock");
        ReentrantLock l = new ReentrantLock();
        Body b = () -> { lock.invoke(l); okInvokeLock++; unlock.invoke(l); };
        both(b, b);
        Method put = BlockingQueue.class.getMethod("put", Object.class), take = LinkedBlockingQueue.class.getMethod("take");
        LinkedBlockingQueue<Object> q = new LinkedBlockingQueue<>();
        both(() -> { okInvokeQueue = 1; put.invoke(q, "x"); }, () -> { take.invoke(q); okInvokeQueue++; });
        CountDownLatch latch = new CountDownLatch(1);
        Method down = CountDownLatch.class.getMethod("countDown"), await = CountDownLatch.class.getMethod("await");
        both(() -> { okInvokeLatch = 1; down.invoke(latch); }, () -> { await.invoke(latch); okInvokeLatch++; });
        AtomicInteger at = new AtomicInteger();
        Method set = AtomicInteger.class.getMethod("set", int.class), get = AtomicInteger.class.getMethod("get");
        both(() -> { okInvokeAtomic = 1; set.invoke(at, 1); }, () -> { while ((int) get.invoke(at) == 0) Thread.onSpinWait(); okInvokeAtomic++; });
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Method submit = ExecutorService.class.getMethod("submit", Runnable.class), fget = Future.class.getMethod("get");
        okInvokeSubmit = 1;
        Object f = submit.invoke(pool, (Runnable) () -> okInvokeSubmit++);
        fget.invoke(f);
        okInvokeSubmit++;
        Future<?> fut = pool.submit(() -> okInvokeFuture = 1);
        fget.invoke(fut);
        okInvokeFuture++;
        Method start = Thread.class.getMethod("start"), join = Thread.class.getMethod("join");
        okInvokeStart = 1;
        Thread t = new Thread(() -> { okInvokeStart++; okInvokeJoin = 1; });
        start.invoke(t);
        join.invoke(t);
        okInvokeJoin++;
        okInvokeStart++;
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Method mput = Map.class.getMethod("put", Object.class, Object.class), mget = Map.class.getMethod("get", Object.class);
        both(() -> { okInvokeMap = 1; mput.invoke(map, "k", "v"); }, () -> { while (mget.invoke(map, "k") == null) Thread.onSpinWait(); okInvokeMap++; });
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        Method rl = ReentrantReadWriteLock.ReadLock.class.getMethod("lock"), ru = ReentrantReadWriteLock.ReadLock.class.getMethod("unlock");
        both(() -> { rl.invoke(rw.readLock()); int x = okInvokeUnlockRead; ru.invoke(rw.readLock()); }, () -> { rw.writeLock().lock(); okInvokeUnlockRead++; rw.writeLock().unlock(); });
        Method sync = Indirect.class.getDeclaredMethod("inSync");
        Body s = () -> sync.invoke(null);
        both(s, s);
        Semaphore sem = new Semaphore(1);
        Method acq = Semaphore.class.getMethod("acquire"), rel = Semaphore.class.getMethod("release");
        Body sb = () -> { acq.invoke(sem); okInvokeSemaphore++; rel.invoke(sem); };
        both(sb, sb);

        MethodHandles.Lookup look = MethodHandles.lookup();
        MethodType none = MethodType.methodType(void.class);
        MethodHandle hlock = look.findVirtual(Lock.class, "lock", none), hunlock = look.findVirtual(Lock.class, "unlock", none);
        Lock hl = new ReentrantLock();
        Body hb = () -> { try { hlock.invoke(hl); okHandleLock++; hunlock.invoke(hl); } catch (Throwable e) { throw new Error(e); } };
        both(hb, hb);
        MethodHandle xlock = look.findVirtual(ReentrantLock.class, "lock", none), xunlock = look.findVirtual(ReentrantLock.class, "unlock", none);
        Body xb = () -> { try { xlock.invokeExact(l); okInvokeExact++; xunlock.invokeExact(l); } catch (Throwable e) { throw new Error(e); } };
        both(xb, xb);
        MethodHandle hput = look.findVirtual(Queue.class, "offer", MethodType.methodType(boolean.class, Object.class)), htake = look.findVirtual(LinkedBlockingQueue.class, "take", MethodType.methodType(Object.class));
        both(() -> { okHandleQueue = 1; try { boolean x = (boolean) hput.invoke((Queue<Object>) q, (Object) "x"); } catch (Throwable e) { throw new Error(e); } },
             () -> { try { Object x = (Object) htake.invoke(q); } catch (Throwable e) { throw new Error(e); } okHandleQueue++; });
        MethodHandle hstart = look.findVirtual(Thread.class, "start", none), hjoin = look.findVirtual(Thread.class, "join", none);
        okHandleStart = 1;
        Thread ht = new Thread(() -> { okHandleStart++; okHandleJoin = 1; });
        try { hstart.invoke(ht); hjoin.invoke(ht); } catch (Throwable e) { throw new Error(e); }
        okHandleStart++;
        okHandleJoin++;
        CountDownLatch hlatch = new CountDownLatch(1);
        MethodHandle hdown = look.unreflect(down), hawait = look.unreflect(await);
        both(() -> { okHandleLatch = 1; try { hdown.invoke(hlatch); } catch (Throwable e) { throw new Error(e); } }, () -> { try { hawait.invoke(hlatch); } catch (Throwable e) { throw new Error(e); } okHandleLatch++; });
        AtomicInteger hat = new AtomicInteger();
        MethodHandle aset = look.unreflect(set), aget = look.unreflect(get);
        both(() -> { okHandleAtomic = 1; try { aset.invoke(hat, 1); } catch (Throwable e) { throw new Error(e); } }, () -> { try { while ((int) aget.invoke(hat) == 0) Thread.onSpinWait(); } catch (Throwable e) { throw new Error(e); } okHandleAtomic++; });

        Lock own = new ReentrantLock();
        ReentrantReadWriteLock.WriteLock wl = rw.writeLock();
        Body r1 = () -> { with(own, Lock::lock, Lock::unlock, () -> okRefTypes++); };
        both(r1, r1);
        Body r2 = () -> { with(wl, ReentrantReadWriteLock.WriteLock::lock, ReentrantReadWriteLock.WriteLock::unlock, () -> okRefNew++); };
        both(r2, r2);
        Body r3 = () -> { with(l, ReentrantLock::lock, ReentrantLock::unlock, () -> okRefStatic++); };
        both(r3, r3);
        Body r4 = () -> { Runnable a = own::lock, z = own::unlock; a.run(); okRefBoundInterface++; z.run(); };
        both(r4, r4);
        Body r5 = () -> { Runnable a = l::lock, z = l::unlock; a.run(); okSupplierGet++; z.run(); };
        both(r5, r5);
        Body r6 = () -> { try (Guard<ReentrantLock> g = new Guard<>(l)) { okAutoCloseable++; } };
        both(r6, r6);

        Lock pl = proxy(Lock.class, new ReentrantLock());
        Body pb = () -> { pl.lock(); okProxyLock++; pl.unlock(); };
        both(pb, pb);
        ExecutorService pe = proxy(ExecutorService.class, pool);
        okProxyExecutor = 1;
        pe.submit(() -> okProxyExecutor++).get();
        okProxyExecutor++;
        BlockingQueue<Object> pq = proxy(BlockingQueue.class, new ArrayBlockingQueue<Object>(3));
        both(() -> { okProxyQueue = 1; pq.put("x"); }, () -> { pq.take(); okProxyQueue++; });
        pool.shutdown();

        ReentrantLock o1 = new ReentrantLock(), o2 = new ReentrantLock();
        both(() -> { lock.invoke(o1); badInvokeOther++; unlock.invoke(o1); }, () -> { lock.invoke(o2); badInvokeOther++; unlock.invoke(o2); });
        both(() -> { try { hlock.invoke((Lock) o1); badHandleOther++; hunlock.invoke((Lock) o1); } catch (Throwable e) { throw new Error(e); } }, () -> { try { hlock.invoke((Lock) o2); badHandleOther++; hunlock.invoke((Lock) o2); } catch (Throwable e) { throw new Error(e); } });
        Lock p1 = proxy(Lock.class, o1), p2 = proxy(Lock.class, o2);
        both(() -> { p1.lock(); badProxyOther++; p1.unlock(); }, () -> { p2.lock(); badProxyOther++; p2.unlock(); });
        both(() -> with(o1, Lock::lock, Lock::unlock, () -> badRefOther++), () -> with(o2, Lock::lock, Lock::unlock, () -> badRefOther++));
        Method held = ReentrantLock.class.getMethod("isLocked");
        both(() -> { held.invoke(o1); badInvokeNothing++; held.invoke(o1); }, () -> { held.invoke(o1); badInvokeNothing++; held.invoke(o1); });
    }
}
