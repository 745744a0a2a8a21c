import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Something of everything that a class file can hold, for the tests of the class-file library. */
public class Sample {
    @java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE)
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Mark {
        int[] value() default {1, 2};
    }

    enum Colour { RED, GREEN, BLUE }

    private int count;
    private volatile long ticks;
    static double total;
    final String name;
    private int[] cells = new int[8];

    Sample(String name) {
        super();
        this.name = name == null ? new String("none") : name;
    }

    synchronized int add(int by) {
        count += by;
        ticks = ticks + 1;
        total += by;
        return count;
    }

    int together(Sample other) {
        return other.count + other.cells.length;
    }

    long again(Sample other, int times) {
        long sum = 0;
        for (int i = 0; i < times; ++i) sum += other.count;
        reset(other);
        return sum;
    }

    static synchronized void reset(Sample sample) {
        sample.count = 0;
        total = 0;
    }

    int choose(Colour colour, String text, int dense) {
        int result = 0;
        switch (colour) {
            case RED: result = 1; break;
            case GREEN: result = 2; break;
            default: result = 3;
        }
        switch (text) {
            case "a": result += 10; break;
            case "long text": result += 20; break;
            default: break;
        }
        switch (dense) {
            case 1: case 2: case 3: return result;
            case 1000: return -result;
            default: return 0;
        }
    }

    long loops(long[][] table) {
        long sum = 0;
        for (int i = 0; i < table.length; ++i) {
            for (@Mark long cell : table[i]) {
                if (cell < 0) continue;
                sum += cell;
                table[i][0] = sum;
            }
        }
        return sum;
    }

    int guarded(Object lock, List<@Mark String> names) throws Exception {
        synchronized (lock) {
            try {
                for (String each : names) count += each.length();
                cells[count & 7]++;
            } catch (NullPointerException | IndexOutOfBoundsException problem) {
                @Mark({3}) Object cast = (@Mark Object) problem;
                throw new Exception(cast.toString(), problem);
            } finally {
                ++count;
            }
        }
        return count;
    }

    IntSupplier supplier() {
        IntSupplier first = () -> count;
        List<Integer> list = new ArrayList<>();
        list.forEach(System.out::println);
        return list.isEmpty() ? first : this::hashCode;
    }
}
