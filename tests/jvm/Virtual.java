// Virtual threads, for JDKs that have them: one race, and what joins, monitors and executors order.
public class Virtual {
    static class Bad { int value; }
    static class Ok { int value; }
    public static void main(String[] args) throws Exception {
        Bad bad = new Bad();
        Ok ok = new Ok();
        Thread[] all = new Thread[50];
        for (int i = 0; i < all.length; i++)
            all[i] = Thread.startVirtualThread(() -> {
                synchronized (ok) { ok.value++; }
                bad.value++;
            });
        for (Thread t : all) t.join();
        System.out.println(ok.value);
        try (var pool = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) pool.submit(() -> { synchronized (ok) { Thread.sleep(1); return ok.value++; } });
        }
        System.out.println(ok.value);
    }
}
