// maven: org.mapdb:mapdb:3.0.10
// A map on a log in memory, written by three threads.
import java.util.concurrent.ConcurrentMap;
import org.mapdb.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        DB db = DBMaker.memoryDB().make();
        ConcurrentMap<Integer, String> tree = db.treeMap("t", Serializer.INTEGER, Serializer.STRING).createOrOpen();
        ConcurrentMap<Integer, String> hash = db.hashMap("h", Serializer.INTEGER, Serializer.STRING).createOrOpen();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    tree.put(i * 3 + own, "v" + i);
                    hash.put(i * 3 + own, "v" + i);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(tree.size() + " " + hash.size());
        db.close();
    }
}
