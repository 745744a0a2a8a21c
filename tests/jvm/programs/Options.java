// Two threads use one object or array: other fields, other elements, or the same element.
public class Options {
    int first, second;

    static void both(Runnable one, Runnable two) throws Exception {
        Thread a = new Thread(one);
        Thread b = new Thread(two);
        a.start();
        b.start();
        a.join();
        b.join();
    }

    public static void main(String[] args) throws Exception {
        Options object = new Options();
        int[] array = new int[2];
        switch (args[0]) {
            case "fields" -> both(() -> object.first++, () -> object.second++);
            case "elements" -> both(() -> array[0]++, () -> array[1]++);
            default -> both(() -> array[0]++, () -> array[0]++);
        }
    }
}
