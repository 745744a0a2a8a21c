// Threads race for a field, a static field, elements of one array and a list, each in a method of its own: no report may
// name a thread with the method of another. `apart` first writes two elements in two lines, with a synchronization
// between them.

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

public class Places {
    static final int ROUNDS = 300;
    int field;
    static int shared;
    final int[] elements = new int[64];
    final List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
    int sum;

    void one() {
        field = 1;
        shared = 1;
        elements[3] = 1;
        list.set(1, 1);
    }

    void two() {
        field = 2;
        shared = 2;
        elements[3] = 2;
        list.set(1, 2);
    }

    int three() {
        return field + shared + elements[3] + list.get(1);
    }

    int four() {
        int seen = field;
        seen += shared;
        seen += elements[3];
        return seen + list.get(1);
    }

    static void race() throws Exception {
        Places[] objects = new Places[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) objects[i] = new Places();
        CyclicBarrier together = new CyclicBarrier(4);
        Thread[] threads = new Thread[4];
        String[] names = {"one", "two", "three", "four"};
        for (int t = 0; t < 4; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                try {
                    for (Places places : objects) {
                        if (number == 0) places.one();
                        if (number == 1) places.two();
                        if (number == 2) places.three();
                        if (number == 3) places.four();
                        if (places.hashCode() % 8 == 0) Thread.yield();
                    }
                    together.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }, names[t]);
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    void first(int[] array) {
        array[1] = 1;
    }

    void second(int[] array) {
        array[2] = 1;
    }

    int readFirst(int[] array) {
        return array[1];
    }

    static volatile int turn;

    // The writer is at array[1], synchronizes, and is at array[2]; the reader comes later, but is not ordered after it: the
    // end of a file tells it to go, and files order nothing.
    static void apart(boolean inOneStretch) throws Exception {
        Places places = new Places();
        int[] array = new int[8];
        Path written = Files.createTempFile("places", "");
        Thread writer = new Thread(() -> {
            places.first(array);
            if (!inOneStretch) turn = 1;
            places.second(array);
            written.toFile().delete();
        }, "writer");
        Thread reader = new Thread(() -> {
            while (written.toFile().exists()) Thread.yield();
            places.readFirst(array);
        }, "reader");
        writer.start();
        reader.start();
        reader.join();
        writer.join();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("race")) race();
        if (arguments[0].equals("apart")) apart(false);
        if (arguments[0].equals("stretch")) apart(true);
        System.out.println("done");
    }
}
