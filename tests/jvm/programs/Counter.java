// Two threads count without a lock.
// race: Counter.count
public class Counter {
    int count;

    void increment() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        Runnable work = () -> {
            for (int i = 0; i < 1000; i++) counter.increment();
        };
        Thread a = new Thread(work, "first");
        Thread b = new Thread(work, "second");
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(counter.count > 0 ? "done" : "nothing");
    }
}
