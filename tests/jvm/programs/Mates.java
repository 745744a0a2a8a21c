// Fields of other classes: plain, volatile and final ones, several of one object in one line, and places that are compiled long
// before anything happens there.
// race: Mates.Point.y
// race: Mates.box
// race: Mates.Box.plain
// race: Mates.Cell.again
public class Mates {
    static class Point {
        double x, y, z;

        Point(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Point plus(Point o) {
            return new Point(x + o.x, y + o.y, z + o.z);
        }

        double length() {
            return Math.abs(x) + Math.abs(y) + Math.abs(z);
        }
    }

    static class Flag {
        volatile boolean ready;
        int data, more;
    }

    static class Box {
        final int sure;
        int plain;

        Box(int value) {
            sure = value;
            plain = value;
        }
    }

    static class Cell {
        int once, again;
    }

    static final Flag flag = new Flag();
    static Box box;

    // Hot with points that nobody else knows; then one that another thread writes to.
    static double sums(Point known, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            Point p = new Point(i, i + 1, i + 2).plus(known);
            sum += p.length();
        }
        return sum;
    }

    static void hot(Point shared) {
        double own = sums(new Point(1, 2, 3), 200_000);
        double both = sums(shared, 10);
        if (own < both) System.out.println("never");
    }

    // What the loop knows of a word ends where the thread lets a lock go: who takes it then is ordered after the first round
    // only.
    static void rounds(Cell cell) {
        int sum = 0;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 1000; i++) sum += cell.again + (round == 0 ? cell.once : 0);
            if (round == 0) {
                synchronized (cell) {
                    sum++;
                }
            }
        }
        if (sum < 0) System.out.println("never");
    }

    static void afterFirst(Cell cell) {
        try {
            Thread.sleep(400);
        } catch (InterruptedException e) {
            return;
        }
        synchronized (cell) {
            cell.once = 0;
        }
        cell.again = 0;
    }

    static void publish() {
        flag.data = 1;
        flag.more = 2;
        flag.ready = true;
        box = new Box(5);
    }

    static void receive() {
        while (!flag.ready) Thread.onSpinWait();
        int sum = flag.data + flag.more;
        if (sum != 3) System.out.println("never");
        for (int i = 0; i < 5000 && box == null; i++) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
        Box found = box;
        if (found.sure + found.plain < 0) System.out.println("never");
    }

    public static void main(String[] args) throws Exception {
        Point shared = new Point(4, 5, 6);
        Cell cell = new Cell();
        Thread[] threads = {new Thread(() -> hot(shared)), new Thread(() -> hot(shared)), new Thread(() -> shared.y = 7),
                new Thread(Mates::publish), new Thread(Mates::receive), new Thread(() -> rounds(cell)),
                new Thread(() -> afterFirst(cell))};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(shared.x + " " + box.sure);
    }
}
