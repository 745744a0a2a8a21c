// A field and an array element, both written by two threads.
public class Cells {
    int x;

    void f(int[] a) {
        x = x + 1;
        a[11] = 3;
    }

    public static void main(String[] args) throws Exception {
        Cells cells = new Cells();
        int[] a = new int[20];
        Thread other = new Thread(() -> cells.f(a), "other");
        other.start();
        cells.f(a);
        other.join();
        System.out.println(a[11]);
    }
}
