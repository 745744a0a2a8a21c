// Handles, reflection and field updaters: which modes order, which are accesses.
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.nio.*;
import java.util.concurrent.atomic.*;

public class HandleModes extends Edges {
    static class Cell {
        volatile int flag; int plain; volatile Object ref; volatile long wide; int okReflect, badReflect, badSetter, okSetter, badUnreflect, badOpaque, okGetterVol;
        volatile int vol;
        int badPlainField;
        synchronized void sync() { okReflectSync++; }
    }
    static class SubCell extends Cell { }
    static volatile int sflag;
    static int splain;
    static int okHVol, okHRel, okHSwap, okHWeak, okHExch, okHBits, okHStatic, okHElem, okHRefElem, okHBuffer, okHAdd,
        okHAcqSwap, okMHSetter, okFieldVol, okReflectSync, okProxy, okArrayGetAndUpdate, okRefArrayCas, okUpdaterSub,
        okUpdaterAcc, okStampedSet, okMarkCas, okAtomRefAcc, okFences, okMHStatic, okBoolean, okHElemLong;
    static int badHPlain, badHOpaque, badHOtherElem, badHOther, badHReverse, badFenceOne, badArrOther, badHReadRead,
        badHWeakPlain;
    static VarHandle h(Class<?> c, String n, Class<?> t) throws Exception { return MethodHandles.privateLookupIn(c, MethodHandles.lookup()).findVarHandle(c, n, t); }

    interface Task { void go(); }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup look = MethodHandles.lookup();
        VarHandle flag = h(Cell.class, "flag", int.class), plain = h(Cell.class, "plain", int.class), ref = h(Cell.class, "ref", Object.class), wide = h(Cell.class, "wide", long.class);
        Cell c = new Cell();
        both(() -> { okHVol = 1; plain.setVolatile(c, 1); }, () -> { while ((int) plain.getVolatile(c) == 0) Thread.onSpinWait(); okHVol++; });
        Cell c2 = new Cell();
        both(() -> { okHRel = 1; plain.setRelease(c2, 1); }, () -> { while ((int) plain.getAcquire(c2) == 0) Thread.onSpinWait(); okHRel++; });
        Cell c3 = new Cell();
        Body spin = () -> { for (int i = 0; i < 10; i++) { while (!plain.compareAndSet(c3, 0, 1)) Thread.onSpinWait(); okHSwap++; plain.setVolatile(c3, 0); } };
        both(spin, spin);
        Body weak = () -> { for (int i = 0; i < 10; i++) { while (!plain.weakCompareAndSet(c3, 0, 1)) Thread.onSpinWait(); okHWeak++; plain.setRelease(c3, 0); } };
        both(weak, weak);
        Body exch = () -> { for (int i = 0; i < 10; i++) { while ((int) plain.compareAndExchangeAcquire(c3, 0, 1) != 0) Thread.onSpinWait(); okHExch++; plain.setRelease(c3, 0); } };
        both(exch, exch);
        Body acq = () -> { for (int i = 0; i < 10; i++) { while (!plain.weakCompareAndSetAcquire(c3, 0, 1)) Thread.onSpinWait(); okHAcqSwap++; plain.getAndSetRelease(c3, 0); } };
        both(acq, acq);
        Cell c4 = new Cell();
        both(() -> { okHBits = 1; plain.getAndBitwiseOr(c4, 4); }, () -> { while (((int) plain.getAndBitwiseAnd(c4, 7) & 4) == 0) Thread.onSpinWait(); okHBits++; });
        Cell c5 = new Cell();
        both(() -> { okHAdd = 1; wide.getAndAdd(c5, 5L); }, () -> { while ((long) wide.getVolatile(c5) == 0) Thread.onSpinWait(); okHAdd++; });
        VarHandle st = look.findStaticVarHandle(HandleModes.class, "splain", int.class);
        both(() -> { okHStatic = 1; st.setRelease(1); }, () -> { while ((int) st.getAcquire() == 0) Thread.onSpinWait(); okHStatic++; });
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class), objs = MethodHandles.arrayElementVarHandle(Object[].class), longs = MethodHandles.arrayElementVarHandle(long[].class);
        int[] ia = new int[4]; Object[] oa = new Object[4]; long[] la = new long[4];
        both(() -> { okHElem = 1; ints.setVolatile(ia, 2, 1); }, () -> { while ((int) ints.getVolatile(ia, 2) == 0) Thread.onSpinWait(); okHElem++; });
        both(() -> { okHRefElem = 1; objs.compareAndSet(oa, 3, null, "x"); }, () -> { while (objs.getAcquire(oa, 3) == null) Thread.onSpinWait(); okHRefElem++; });
        both(() -> { okHElemLong = 1; longs.getAndAdd(la, 1, 1L); }, () -> { while ((long) longs.getAcquire(la, 1) == 0) Thread.onSpinWait(); okHElemLong++; });
        VarHandle view = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder()), bufView = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
        ByteBuffer bb = ByteBuffer.allocateDirect(64);
        both(() -> { okHBuffer = 1; bufView.setVolatile(bb, 8, 1); }, () -> { while ((int) bufView.getVolatile(bb, 8) == 0) Thread.onSpinWait(); okHBuffer++; });
        MethodHandle set = look.findSetter(Cell.class, "vol", int.class), get = look.findGetter(Cell.class, "vol", int.class);
        Cell c6 = new Cell();
        both(() -> { okMHSetter = 1; try { set.invokeExact(c6, 1); } catch (Throwable t) { throw new Error(t); } }, () -> { try { while ((int) get.invokeExact(c6) == 0) Thread.onSpinWait(); } catch (Throwable t) { throw new Error(t); } okMHSetter++; });
        MethodHandle sset = look.findStaticSetter(HandleModes.class, "sflag", int.class), sget = look.findStaticGetter(HandleModes.class, "sflag", int.class);
        both(() -> { okMHStatic = 1; try { sset.invokeExact(1); } catch (Throwable t) { throw new Error(t); } }, () -> { try { while ((int) sget.invokeExact() == 0) Thread.onSpinWait(); } catch (Throwable t) { throw new Error(t); } okMHStatic++; });
        Field vol = Cell.class.getDeclaredField("vol"), rok = Cell.class.getDeclaredField("okReflect"), rbad = Cell.class.getDeclaredField("badReflect");
        Cell c7 = new Cell();
        both(() -> { okFieldVol = 1; vol.setInt(c7, 1); }, () -> { while (vol.getInt(c7) == 0) Thread.onSpinWait(); okFieldVol++; });
        Body guarded = () -> { synchronized (c7) { rok.setInt(c7, (Integer) rok.get(c7) + 1); } };
        both(guarded, guarded);
        Method sync = Cell.class.getDeclaredMethod("sync");
        Body inv = () -> { for (int i = 0; i < 20; i++) sync.invoke(c7); };
        both(inv, inv);
        MethodHandle msync = look.findVirtual(Cell.class, "sync", MethodType.methodType(void.class));
        Body minv = () -> { try { for (int i = 0; i < 20; i++) msync.invoke(c7); } catch (Throwable t) { throw new Error(t); } };
        both(minv, minv);
        Task proxy = (Task) java.lang.reflect.Proxy.newProxyInstance(HandleModes.class.getClassLoader(), new Class<?>[] {Task.class}, (p, m, a) -> { synchronized (c7) { okProxy++; } return null; });
        both(proxy::go, proxy::go);
        AtomicIntegerArray ar = new AtomicIntegerArray(3);
        both(() -> { okArrayGetAndUpdate = 1; ar.getAndUpdate(1, x -> x + 1); }, () -> { while (ar.getAndAccumulate(1, 0, Integer::sum) == 0) Thread.onSpinWait(); okArrayGetAndUpdate++; });
        AtomicReferenceArray<Object> ra = new AtomicReferenceArray<>(3);
        both(() -> { okRefArrayCas = 1; ra.compareAndExchange(2, null, "x"); }, () -> { while (ra.get(2) == null) Thread.onSpinWait(); okRefArrayCas++; });
        AtomicIntegerFieldUpdater<Cell> up = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "flag");
        SubCell sc = new SubCell();
        both(() -> { okUpdaterSub = 1; up.set(sc, 1); }, () -> { while (sc.flag == 0) Thread.onSpinWait(); okUpdaterSub++; });
        both(() -> { okUpdaterAcc = 1; up.accumulateAndGet(sc, 5, Integer::sum); }, () -> { while (up.get(sc) < 5) Thread.onSpinWait(); okUpdaterAcc++; });
        AtomicStampedReference<String> asr = new AtomicStampedReference<>("a", 0);
        both(() -> { okStampedSet = 1; asr.set("b", 5); }, () -> { while (asr.getStamp() != 5) Thread.onSpinWait(); okStampedSet++; });
        AtomicMarkableReference<String> amr = new AtomicMarkableReference<>("a", false);
        both(() -> { okMarkCas = 1; amr.compareAndSet("a", "b", false, true); }, () -> { boolean[] m = new boolean[1]; do { amr.get(m); } while (!m[0]); okMarkCas++; });
        AtomicReference<String> arf = new AtomicReference<>("");
        both(() -> { okAtomRefAcc = 1; arf.getAndAccumulate("x", String::concat); }, () -> { while (arf.getAndUpdate(x -> x).isEmpty()) Thread.onSpinWait(); okAtomRefAcc++; });
        Cell c8 = new Cell();
        both(() -> { okFences = 1; VarHandle.releaseFence(); plain.setOpaque(c8, 1); }, () -> { while ((int) plain.getOpaque(c8) == 0) Thread.onSpinWait(); VarHandle.acquireFence(); okFences++; });
        AtomicBoolean ab = new AtomicBoolean();
        both(() -> { okBoolean = 1; ab.setRelease(true); }, () -> { while (!ab.getAcquire()) Thread.onSpinWait(); okBoolean++; });
        MethodHandle setter = look.findSetter(Cell.class, "okSetter", int.class), getter = look.findGetter(Cell.class, "okSetter", int.class);
        Body mh = () -> { synchronized (c8) { try { setter.invokeExact(c8, (int) getter.invokeExact(c8) + 1); } catch (Throwable t) { throw new Error(t); } } };
        both(mh, mh);

        Cell p = new Cell();
        VarHandle own = h(Cell.class, "badPlainField", int.class);
        both(() -> { badHPlain = 1; own.set(p, 1); }, () -> { pause(); int x = (int) own.get(p); badHPlain++; });
        both(() -> { badHOpaque = 1; plain.setOpaque(p, 1); }, () -> { pause(); int x = (int) plain.getOpaque(p); badHOpaque++; });
        both(() -> { badHOtherElem = 1; ints.setVolatile(ia, 0, 1); }, () -> { pause(); int x = (int) ints.getVolatile(ia, 1); badHOtherElem++; });
        both(() -> { badHOther = 1; flag.setVolatile(p, 1); }, () -> { pause(); long x = (long) wide.getVolatile(p); badHOther++; });
        both(() -> { flag.setVolatile(p, 1); badHReverse = 1; }, () -> { pause(); int x = (int) flag.getVolatile(p); badHReverse++; });
        both(() -> { badFenceOne = 1; VarHandle.loadLoadFence(); }, () -> { pause(); VarHandle.storeStoreFence(); badFenceOne++; });
        both(() -> rbad.setInt(p, 1), () -> { pause(); rbad.getInt(p); });
        MethodHandle bs = look.findSetter(Cell.class, "badSetter", int.class), bu = look.unreflectGetter(Cell.class.getDeclaredField("badUnreflect"));
        both(() -> { try { bs.invokeExact(p, 1); } catch (Throwable t) { throw new Error(t); } }, () -> { pause(); p.badSetter++; });
        both(() -> p.badUnreflect = 1, () -> { pause(); try { int x = (int) bu.invokeExact(p); } catch (Throwable t) { throw new Error(t); } });
        VarHandle bo = h(Cell.class, "badOpaque", int.class);
        both(() -> bo.set(p, 1), () -> { pause(); p.badOpaque++; });
        both(() -> { badHReadRead = 1; int x = (int) flag.getVolatile(p); }, () -> { pause(); int x = (int) flag.getVolatile(p); badHReadRead++; });
        both(() -> { badHWeakPlain = 1; plain.weakCompareAndSetPlain(p, 1, 2); }, () -> { pause(); plain.weakCompareAndSetPlain(p, 2, 3); badHWeakPlain++; });
        both(() -> { badArrOther = 1; ra.set(0, "x"); }, () -> { pause(); ra.get(1); badArrOther++; });
    }
}
