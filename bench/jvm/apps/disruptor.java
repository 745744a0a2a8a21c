// maven: com.lmax:disruptor:3.4.4
// Two producers, two consumers after each other.
import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import java.util.concurrent.*;

class Driver {
    static class Slot { long value; long doubled; }

    public static void main(String[] arguments) throws Exception {
        Disruptor<Slot> disruptor = new Disruptor<>(Slot::new, 64, Executors.defaultThreadFactory(), ProducerType.MULTI,
            new BlockingWaitStrategy());
        long[] sum = {0};
        CountDownLatch done = new CountDownLatch(2000);
        disruptor.handleEventsWith((slot, sequence, end) -> slot.doubled = slot.value * 2).then((slot, sequence, end) -> {
            sum[0] += slot.doubled;
            done.countDown();
        });
        RingBuffer<Slot> ring = disruptor.start();
        Thread[] producers = new Thread[2];
        for (int t = 0; t < 2; t++) {
            producers[t] = new Thread(() -> {
                for (int i = 0; i < 1000; i++) {
                    int value = i;
                    ring.publishEvent((slot, sequence) -> slot.value = value);
                }
            });
            producers[t].start();
        }
        for (Thread producer : producers) producer.join();
        done.await();
        System.out.println(sum[0]);
        disruptor.shutdown();
    }
}
