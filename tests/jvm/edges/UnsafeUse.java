// sun.misc.Unsafe, as lock-free libraries use it.
import java.lang.reflect.Field;
import sun.misc.Unsafe;

@SuppressWarnings({"removal", "deprecation"})
public class UnsafeUse extends Edges {
    static int okOrdered, okVolatile, okSwap, okElement, okAdd, okStatic, badPlainGet, badOtherElement, okFence;
    static volatile int staticFlag;

    static class Cell {
        volatile int flag;
        int quiet;
        int badPut, okPut;
    }

    static Unsafe unsafe;

    static long at(String name) throws Exception {
        return unsafe.objectFieldOffset(Cell.class.getDeclaredField(name));
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = (Unsafe) field.get(null);
        long flag = at("flag"), quiet = at("quiet");
        long base = unsafe.arrayBaseOffset(Object[].class), scale = unsafe.arrayIndexScale(Object[].class);

        Cell a = new Cell();
        both(() -> { okOrdered = 1; unsafe.putOrderedInt(a, flag, 1); },
             () -> { while (a.flag == 0) Thread.onSpinWait(); okOrdered++; });
        Cell b = new Cell();
        both(() -> { okVolatile = 1; unsafe.putIntVolatile(b, quiet, 1); },
             () -> { while (unsafe.getIntVolatile(b, quiet) == 0) Thread.onSpinWait(); okVolatile++; });
        Cell c = new Cell();
        both(() -> { okSwap = 1; unsafe.compareAndSwapInt(c, quiet, 0, 1); },
             () -> { while (!unsafe.compareAndSwapInt(c, quiet, 1, 2)) Thread.onSpinWait(); okSwap++; });
        Object[] array = new Object[4];
        both(() -> { okElement = 1; unsafe.putOrderedObject(array, base + 2 * scale, "x"); },
             () -> { while (unsafe.getObjectVolatile(array, base + 2 * scale) == null) Thread.onSpinWait(); okElement++; });
        Cell d = new Cell();
        both(() -> { okAdd = 1; unsafe.getAndAddInt(d, flag, 1); },
             () -> { while (unsafe.getAndAddInt(d, flag, 0) == 0) Thread.onSpinWait(); okAdd++; });
        Field ofStatic = UnsafeUse.class.getDeclaredField("staticFlag");
        Object staticBase = unsafe.staticFieldBase(ofStatic);
        long staticAt = unsafe.staticFieldOffset(ofStatic);
        both(() -> { okStatic = 1; unsafe.putOrderedInt(staticBase, staticAt, 1); },
             () -> { while (staticFlag == 0) Thread.onSpinWait(); okStatic++; });
        Cell e = new Cell();
        both(() -> { okFence = 1; unsafe.storeFence(); unsafe.putInt(e, flag, 1); },
             () -> { while (e.flag == 0) Thread.onSpinWait(); unsafe.loadFence(); okFence++; });

        Object[] other = new Object[4];
        both(() -> { badOtherElement = 1; unsafe.putOrderedObject(other, base + scale, "x"); },
             () -> { pause(); unsafe.getObjectVolatile(other, base + 2 * scale); badOtherElement++; });
        Cell f = new Cell();
        long put = at("badPut"), ok = at("okPut");
        both(() -> unsafe.putInt(f, put, 1), () -> { pause(); unsafe.getInt(f, put); });
        both(() -> { badPlainGet = 1; unsafe.getInt(f, quiet); }, () -> { pause(); unsafe.getInt(f, quiet); badPlainGet++; });
        Body body = () -> { synchronized (f) { unsafe.putInt(f, ok, unsafe.getInt(f, ok) + 1); } };
        both(body, body);
    }
}
