// maven: org.jetbrains.xodus:xodus-environment:2.0.1
// Transactions of three threads on an embedded store.
import java.nio.file.Files;
import jetbrains.exodus.bindings.*;
import jetbrains.exodus.env.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        try (Environment environment = Environments.newInstance(Files.createTempDirectory("xodus").toFile())) {
            Store store = environment.computeInTransaction(t -> environment.openStore("s", StoreConfig.WITHOUT_DUPLICATES, t));
            Thread[] threads = new Thread[3];
            for (int t = 0; t < 3; t++) {
                int own = t;
                threads[t] = new Thread(() -> {
                    for (int i = 0; i < 60; i++) {
                        int key = i * 3 + own;
                        environment.executeInTransaction(x -> store.put(x, IntegerBinding.intToEntry(key), StringBinding.stringToEntry("v" + key)));
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) thread.join();
            System.out.println(environment.computeInReadonlyTransaction(store::count));
        }
    }
}
