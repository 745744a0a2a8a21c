// Queues, transfers, pipes, publishers: what was put in happens before it is taken out.
import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Queues extends Edges {
    static int okArray, okLinked, okSynchronous, okTransfer, okPriority, okDelay, okDeque, okConcurrent, okPipe, okPublisher, okWriter;
    static int okMap, okMapCompute, okCopyOnWrite, okSkipList, okSynchronizedList, okDrain, okVector;
    static int okSynchronizedSet, okSynchronizedAdd, okSynchronizedMap, okBuffer;
    static int badQueue, badMap;

    static class Item implements Delayed {
        public long getDelay(TimeUnit unit) { return 0; }
        public int compareTo(Delayed other) { return 0; }
    }

    static void pass(BlockingQueue<Object> queue, Body before, Body after) throws Exception {
        both(() -> { before.run(); queue.put("x"); }, () -> { queue.take(); after.run(); });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        pass(new ArrayBlockingQueue<>(1), () -> okArray = 1, () -> okArray++);
        pass(new LinkedBlockingQueue<>(), () -> okLinked = 1, () -> okLinked++);
        pass(new SynchronousQueue<>(), () -> okSynchronous = 1, () -> okSynchronous++);
        pass((BlockingQueue) new PriorityBlockingQueue<String>(), () -> okPriority = 1, () -> okPriority++);
        pass(new LinkedBlockingDeque<>(), () -> okDeque = 1, () -> okDeque++);
        LinkedTransferQueue<Object> transfer = new LinkedTransferQueue<>();
        both(() -> { okTransfer = 1; transfer.transfer("x"); }, () -> { transfer.take(); okTransfer++; });
        DelayQueue<Item> delay = new DelayQueue<>();
        both(() -> { okDelay = 1; delay.put(new Item()); }, () -> { delay.take(); okDelay++; });
        Queue<Object> concurrent = new ConcurrentLinkedQueue<>();
        both(() -> { okConcurrent = 1; concurrent.add("x"); },
             () -> { while (concurrent.poll() == null) Thread.onSpinWait(); okConcurrent++; });
        BlockingQueue<Object> drained = new LinkedBlockingQueue<>();
        both(() -> { okDrain = 1; drained.add("x"); },
             () -> { List<Object> all = new ArrayList<>(); while (drained.drainTo(all) == 0) Thread.onSpinWait(); okDrain++; });
        PipedInputStream in = new PipedInputStream();
        PipedOutputStream out = new PipedOutputStream(in);
        both(() -> { okPipe = 1; out.write(7); out.flush(); }, () -> { in.read(); okPipe++; });
        PipedReader reader = new PipedReader();
        PipedWriter writer = new PipedWriter(reader);
        both(() -> { okWriter = 1; writer.write('x'); writer.flush(); }, () -> { reader.read(); okWriter++; });
        CountDownLatch got = new CountDownLatch(2);
        try (SubmissionPublisher<int[]> publisher = new SubmissionPublisher<>()) {
            publisher.consume(x -> { okPublisher += x[0]; got.countDown(); });
            publisher.submit(new int[] {1});
            publisher.submit(new int[] {2});
            got.await();
        }
        okPublisher++;
        Map<String, Object> map = new ConcurrentHashMap<>();
        both(() -> { okMap = 1; map.put("k", "v"); }, () -> { while (map.get("k") == null) Thread.onSpinWait(); okMap++; });
        ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();
        Body compute = () -> counts.compute("a", (k, v) -> { okMapCompute++; return 1; });
        both(compute, compute);
        Map<String, Object> skip = new ConcurrentSkipListMap<>();
        both(() -> { okSkipList = 1; skip.put("k", "v"); }, () -> { while (!skip.containsKey("k")) Thread.onSpinWait(); okSkipList++; });
        List<Object> copies = new CopyOnWriteArrayList<>();
        both(() -> { okCopyOnWrite = 1; copies.add("x"); },
             () -> { for (;;) { boolean found = false; for (Object o : copies) found = true; if (found) break; } okCopyOnWrite++; });
        List<Object> synchronizedList = Collections.synchronizedList(new ArrayList<>());
        both(() -> { okSynchronizedList = 1; synchronizedList.add("x"); },
             () -> { while (synchronizedList.size() == 0) Thread.onSpinWait(); okSynchronizedList++; });
        Vector<Object> vector = new Vector<>();
        both(() -> { okVector = 1; vector.add("x"); }, () -> { while (vector.isEmpty()) Thread.onSpinWait(); okVector++; });

        Set<Object> synchronizedSet = Collections.synchronizedSet(new HashSet<>());
        both(() -> { okSynchronizedSet = 1; synchronizedSet.add("x"); },
             () -> { while (!synchronizedSet.contains("x")) Thread.onSpinWait(); okSynchronizedSet++; });
        Set<Object> removed = Collections.synchronizedSet(new HashSet<>(List.of("x")));
        both(() -> { okSynchronizedAdd = 1; removed.remove("x"); },
             () -> { while (!removed.add("x")) Thread.onSpinWait(); okSynchronizedAdd++; });
        Map<Object, Object> synchronizedMap = Collections.synchronizedMap(new HashMap<>());
        both(() -> { okSynchronizedMap = 1; synchronizedMap.put("x", "y"); },
             () -> { while (synchronizedMap.isEmpty()) Thread.onSpinWait(); okSynchronizedMap++; });
        StringBuffer buffer = new StringBuffer();
        both(() -> { okBuffer = 1; buffer.append("x"); }, () -> { while (buffer.length() == 0) Thread.onSpinWait(); okBuffer++; });

        BlockingQueue<Object> other = new LinkedBlockingQueue<>(List.of("a"));
        both(() -> { badQueue = 1; other.put("b"); }, () -> { pause(); other.take(); badQueue++; });
        Map<String, Object> keys = new ConcurrentHashMap<>();
        both(() -> { badMap = 1; keys.put("a", "v"); }, () -> { pause(); keys.put("b", "w"); badMap++; });
    }
}
