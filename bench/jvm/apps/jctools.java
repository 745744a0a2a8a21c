// maven: org.jctools:jctools-core:4.0.2
// Queues for one and many producers; each element is written by its producer and read by its consumer.
import java.util.Queue;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.*;

class Driver {
    static class Item { int value; }

    static long run(Queue<Item> queue, int producers) throws Exception {
        Thread[] all = new Thread[producers];
        for (int t = 0; t < producers; t++) {
            all[t] = new Thread(() -> {
                for (int i = 0; i < 500; i++) {
                    Item item = new Item();
                    item.value = i;
                    while (!queue.offer(item)) Thread.yield();
                }
            });
            all[t].start();
        }
        long sum = 0;
        for (int n = 0; n < producers * 500;) {
            Item item = queue.poll();
            if (item == null) Thread.yield();
            else {
                sum += item.value;
                n++;
            }
        }
        for (Thread thread : all) thread.join();
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(run(new SpscArrayQueue<>(64), 1) + " " + run(new SpscUnboundedArrayQueue<>(64), 1));
        System.out.println(run(new MpscArrayQueue<>(64), 3) + " " + run(new MpscLinkedQueue<>(), 3));
        System.out.println(run(new MpmcArrayQueue<>(64), 3) + " " + run(new MpscUnboundedXaddArrayQueue<>(64), 3));
        NonBlockingHashMap<String, Integer> map = new NonBlockingHashMap<>();
        Thread other = new Thread(() -> { for (int i = 0; i < 300; i++) map.put("a" + i, i); });
        other.start();
        for (int i = 0; i < 300; i++) map.put("b" + i, i);
        other.join();
        System.out.println(map.size());
    }
}
