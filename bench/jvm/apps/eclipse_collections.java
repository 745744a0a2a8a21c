// maven: org.eclipse.collections:eclipse-collections:11.1.0
// Parallel iteration and a concurrent map.
import java.util.concurrent.*;
import org.eclipse.collections.api.list.MutableList;
import org.eclipse.collections.impl.list.Interval;
import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;
import org.eclipse.collections.impl.parallel.ParallelIterate;

class Driver {
    public static void main(String[] arguments) throws Exception {
        MutableList<Integer> numbers = Interval.oneTo(20000).toList();
        System.out.println(ParallelIterate.collect(numbers, n -> n * 2).size() + " " + ParallelIterate.count(numbers, n -> n % 3 == 0));
        ConcurrentHashMap<Integer, Integer> map = ConcurrentHashMap.newMap();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 300; i++) map.updateValue(i % 50, () -> 0, n -> n + 1); });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(map.values().stream().mapToInt(n -> n).sum());
        System.exit(0);
    }
}
