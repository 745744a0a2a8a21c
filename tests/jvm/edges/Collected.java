// Finalizers, cleaners and reference queues come after what was done with the object; shutdown hooks after what ended.
import java.lang.ref.*;

public class Collected extends Edges {
    static int okCleaner, okQueue, okFinalizer, okHook, okHookAfterJoin;
    static volatile boolean cleaned, finalized;

    static class Resource { int okState; }
    static class Old {
        int okState;
        @Override
        @SuppressWarnings({"removal", "deprecation"})
        protected void finalize() { okState++; okFinalizer++; finalized = true; }
    }

    static void make(Cleaner cleaner) {
        Resource resource = new Resource();
        okCleaner = 1;
        cleaner.register(resource, () -> { okCleaner++; cleaned = true; });
        resource.okState++;
    }

    static void old() {
        okFinalizer = 1;
        new Old().okState = 1;
    }

    public static void main(String[] args) throws Exception {
        make(Cleaner.create());
        old();
        for (int i = 0; i < 500 && !(cleaned && finalized); i++) {
            System.gc();
            Thread.sleep(5);
        }
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        both(() -> { okQueue = 1; new WeakReference<>(new Object(), queue).enqueue(); }, () -> { queue.remove(); okQueue++; });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { okHook++; okHookAfterJoin++; }));
        okHook = 1;
        Thread last = new Thread(() -> call(() -> { pause(); okHookAfterJoin = 1; }));
        last.start();
    }
}
