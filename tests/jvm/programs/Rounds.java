// Two threads take turns over the same cells, which they also both read: what holds for a word in one turn does not hold in
// the next. A third thread writes one of many cells that the others only read.
// race: Rounds.Cell.late
public class Rounds {
    static class Cell {
        int value;
        int late;
    }

    static final Cell[] cells = new Cell[50];
    static final int[] elements = new int[50];
    static int turn;
    static int sum;

    static void read() {
        int own = 0;
        for (int i = 0; i < 5; i++) {
            for (Cell cell : cells) own += cell.late;
        }
        synchronized (cells) {
            sum += own;
        }
    }

    static void work(int me) {
        read();
        for (int round = 0; round < 20; round++) {
            synchronized (elements) {
                while (turn % 2 != me) {
                    try {
                        elements.wait();
                    } catch (InterruptedException e) {
                        throw new RuntimeException(e);
                    }
                }
            }
            for (int i = 0; i < cells.length; i++) {
                cells[i].value += elements[i];
                elements[i]++;
            }
            synchronized (elements) {
                turn++;
                elements.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < cells.length; i++) cells[i] = new Cell();
        Thread[] threads = {new Thread(() -> work(0)), new Thread(() -> work(1)), new Thread(() -> cells[7].late = 0)};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(cells[3].value + " " + elements[49] + " " + sum);
    }
}
