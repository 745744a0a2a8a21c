// maven: org.apache.commons:commons-pool2:2.12.0
// Six threads borrow three objects.
import org.apache.commons.pool2.*;
import org.apache.commons.pool2.impl.*;

class Driver {
    static class Thing { int uses; }

    public static void main(String[] arguments) throws Exception {
        GenericObjectPool<Thing> pool = new GenericObjectPool<>(new BasePooledObjectFactory<>() {
            @Override public Thing create() { return new Thing(); }
            @Override public PooledObject<Thing> wrap(Thing thing) { return new DefaultPooledObject<>(thing); }
        });
        pool.setMaxTotal(3);
        Thread[] threads = new Thread[6];
        for (int t = 0; t < 6; t++) {
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        Thing thing = pool.borrowObject();
                        thing.uses++;
                        pool.returnObject(thing);
                    }
                } catch (Exception failure) {
                    failure.printStackTrace();
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(pool.getBorrowedCount() + " " + pool.getReturnedCount());
        pool.close();
    }
}
