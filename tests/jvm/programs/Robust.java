// What must go on working: many threads, class loaders that come and go, garbage, deep recursion, exceptions, reflection
// and serialization. No race; the output is the same as without the agent.
import java.io.*;
import java.lang.reflect.*;
import java.net.*;
import java.util.*;

public class Robust {
    static class Record implements Serializable {
        int number = 1;
        transient String note = "x";
        static int made;

        int twice() {
            return number * 2;
        }
    }

    static class Thrower {
        int depth;

        synchronized void fail(int n) {
            depth++;
            if (n == 0) throw new IllegalStateException("at the bottom");
            fail(n - 1);
        }
    }

    public static class Loaded implements Runnable {
        static int[] table = new int[16];
        int field;

        @Override
        public void run() {
            for (int i = 0; i < table.length; i++) table[i] = field++;
        }
    }

    static int recurse(int[] cells, int n) {
        cells[n % cells.length]++;
        return n == 0 ? 0 : 1 + recurse(cells, n - 1);
    }

    static void threads() throws Exception {
        final long[] sums = new long[300];
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < sums.length; t++) {
            final int own = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 100; i++) sums[own] += i;
            });
            all.add(thread);
            thread.start();
        }
        long total = 0;
        for (Thread thread : all) thread.join();
        for (long sum : sums) total += sum;
        System.out.println("threads " + total);
    }

    static void loaders() throws Exception {
        URL[] places = {Robust.class.getProtectionDomain().getCodeSource().getLocation()};
        for (int i = 0; i < 20; i++) {
            try (URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
                Class<?> type = loader.loadClass("Robust$Loaded");
                ((Runnable) type.getDeclaredConstructor().newInstance()).run();
            }
        }
        System.out.println("loaders");
    }

    static void garbage() {
        long sum = 0;
        for (int i = 0; i < 20000; i++) {
            int[] a = new int[50];
            a[i % 50] = i;
            Record r = new Record();
            r.number = a[i % 50];
            sum += r.number;
        }
        System.out.println("garbage " + sum);
    }

    static void exceptions() {
        Thrower thrower = new Thrower();
        try {
            thrower.fail(50);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + thrower.depth + " " + e.getStackTrace()[0].getMethodName());
        }
        int[] none = null;
        Record missing = null;
        try {
            System.out.println(none[1]);
        } catch (NullPointerException e) {
            System.out.println(e.getStackTrace()[0]);
        }
        try {
            missing.number = 2;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[] two = new int[2];
            two[3] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] strings = new String[1];
            strings[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Object().notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner");
        }
        try {
            recurse(new int[4], 100_000_000);
        } catch (StackOverflowError e) {
            System.out.println("too deep");
        }
    }

    static void members() throws Exception {
        List<String> names = new ArrayList<>();
        for (Field f : Record.class.getDeclaredFields()) names.add(f.getName());
        for (Method m : Record.class.getDeclaredMethods()) names.add(m.getName());
        for (Field f : Thread.class.getFields()) names.add(f.getName());
        for (Method m : Robust.class.getDeclaredMethods()) if (!m.isSynthetic()) names.add(m.getName());
        Collections.sort(names);
        System.out.println(names);
        System.out.println(ObjectStreamClass.lookup(Record.class).getSerialVersionUID());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(new Record());
        Record back = (Record) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        System.out.println(out.size() + " " + back.twice());
        int[] copy = new int[] {1, 2, 3}.clone();
        System.arraycopy(copy, 0, copy, 1, 2);
        System.out.println(Arrays.toString(copy));
    }

    public static void main(String[] args) throws Exception {
        threads();
        loaders();
        garbage();
        exceptions();
        members();
    }
}
