// VarHandle, MethodHandle, reflection, field updaters: volatile modes order, plain ones are accesses, opaque ones neither.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Handles extends Edges {
    static int okVolatile, okAcquire, okSwap, okElement, okUpdater, okReflectedVolatile, okStaticHandle, okFence;
    static int badOpaque, badOtherElement, badAcquireOnly;
    static volatile int staticFlag;

    static class Cell {
        int flag;
        volatile int loud;
        int badHandle, badReflected, badGetter, okLockedHandle, okLockedReflected;
    }

    static VarHandle of(String name) throws Exception {
        return MethodHandles.lookup().findVarHandle(Cell.class, name, int.class);
    }

    public static void main(String[] args) throws Exception {
        VarHandle flag = of("flag"), elements = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle ofStatic = MethodHandles.lookup().findStaticVarHandle(Handles.class, "staticFlag", int.class);

        Cell a = new Cell();
        both(() -> { okVolatile = 1; flag.setVolatile(a, 1); },
             () -> { while ((int) flag.getVolatile(a) == 0) Thread.onSpinWait(); okVolatile++; });
        Cell b = new Cell();
        both(() -> { okAcquire = 1; flag.setRelease(b, 1); },
             () -> { while ((int) flag.getAcquire(b) == 0) Thread.onSpinWait(); okAcquire++; });
        Cell c = new Cell();
        both(() -> { okSwap = 1; flag.compareAndSet(c, 0, 1); },
             () -> { while (!flag.compareAndSet(c, 1, 2)) Thread.onSpinWait(); okSwap++; });
        int[] array = new int[4];
        both(() -> { okElement = 1; elements.setRelease(array, 3, 1); },
             () -> { while ((int) elements.getAcquire(array, 3) == 0) Thread.onSpinWait(); okElement++; });
        both(() -> { okStaticHandle = 1; ofStatic.setVolatile(1); },
             () -> { while ((int) ofStatic.getVolatile() == 0) Thread.onSpinWait(); okStaticHandle++; });
        AtomicIntegerFieldUpdater<Cell> updater = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "loud");
        Cell d = new Cell();
        both(() -> { okUpdater = 1; updater.lazySet(d, 1); }, () -> { while (d.loud == 0) Thread.onSpinWait(); okUpdater++; });
        Field loud = Cell.class.getDeclaredField("loud");
        Cell e = new Cell();
        both(() -> { okReflectedVolatile = 1; loud.setInt(e, 1); },
             () -> { while (loud.getInt(e) == 0) Thread.onSpinWait(); okReflectedVolatile++; });
        Cell f = new Cell();
        both(() -> { okFence = 1; VarHandle.releaseFence(); flag.setOpaque(f, 1); },
             () -> { while ((int) flag.getOpaque(f) == 0) Thread.onSpinWait(); VarHandle.acquireFence(); okFence++; });

        Cell g = new Cell();
        both(() -> { badOpaque = 1; flag.setOpaque(g, 1); },
             () -> { while ((int) flag.getOpaque(g) == 0) Thread.onSpinWait(); badOpaque++; });
        int[] other = new int[4];
        both(() -> { badOtherElement = 1; elements.setRelease(other, 1, 1); },
             () -> { pause(); elements.getAcquire(other, 2); badOtherElement++; });
        Cell h = new Cell();
        both(() -> { badAcquireOnly = 1; flag.getAcquire(h); }, () -> { pause(); flag.getAcquire(h); badAcquireOnly++; });

        Cell plain = new Cell();
        VarHandle handle = of("badHandle");
        both(() -> handle.set(plain, 1), () -> { pause(); handle.get(plain); });
        Field reflected = Cell.class.getDeclaredField("badReflected");
        both(() -> reflected.setInt(plain, 1), () -> { pause(); reflected.getInt(plain); });
        MethodHandle getter = MethodHandles.lookup().findGetter(Cell.class, "badGetter", int.class);
        MethodHandle setter = MethodHandles.lookup().findSetter(Cell.class, "badGetter", int.class);
        both(() -> invoke(setter, plain, 1), () -> { pause(); read(getter, plain); });
        VarHandle locked = of("okLockedHandle");
        Field lockedField = Cell.class.getDeclaredField("okLockedReflected");
        Body body = () -> {
            synchronized (plain) {
                locked.set(plain, (int) locked.get(plain) + 1);
                lockedField.setInt(plain, lockedField.getInt(plain) + 1);
            }
        };
        both(body, body);
    }

    static void invoke(MethodHandle setter, Cell cell, int value) {
        try {
            setter.invokeExact(cell, value);
        } catch (Throwable t) {
            throw new Error(t);
        }
    }

    static int read(MethodHandle getter, Cell cell) {
        try {
            return (int) getter.invokeExact(cell);
        } catch (Throwable t) {
            throw new Error(t);
        }
    }
}
