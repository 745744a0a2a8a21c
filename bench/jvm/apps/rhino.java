// maven: org.mozilla:rhino:1.7.14
// Scripts in contexts of three threads over one shared scope.
import org.mozilla.javascript.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        ScriptableObject shared;
        Context setup = Context.enter();
        try {
            shared = setup.initStandardObjects(null, true);
        } finally {
            Context.exit();
        }
        Thread[] threads = new Thread[3];
        Object[] results = new Object[3];
        for (int t = 0; t < 3; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                Context context = Context.enter();
                try {
                    Scriptable scope = context.newObject(shared);
                    scope.setPrototype(shared);
                    scope.setParentScope(null);
                    results[own] = Context.toNumber(context.evaluateString(scope,
                        "var s = 0; for (var i = 0; i < 2000; i++) s += i % 7; JSON.stringify([s]).length + " + own, "x", 1, null));
                } finally {
                    Context.exit();
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(results[0] + " " + results[1] + " " + results[2]);
    }
}
