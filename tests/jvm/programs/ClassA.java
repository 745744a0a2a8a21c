// A field and an array element that two threads write: the smallest class with both kinds of access.
// race: ClassA.x
// race: an array's element
public class ClassA {
    int x;

    void f(int[] a) {
        x = x + 1;
        a[11] = 3;
    }

    public static void main(String[] args) throws Exception {
        ClassA shared = new ClassA();
        int[] a = new int[20];
        Thread t = new Thread(() -> shared.f(a));
        t.start();
        shared.f(a);
        t.join();
        System.out.println(a[11]);
    }
}
