// maven: org.apache.groovy:groovy:4.0.16
// Scripts compiled and run by two threads.
import groovy.lang.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Thread[] threads = new Thread[2];
        Object[] results = new Object[2];
        for (int t = 0; t < 2; t++) {
            int own = t;
            threads[t] = new Thread(() -> {
                Binding binding = new Binding();
                binding.setVariable("n", own + 5);
                results[own] = new GroovyShell(binding).evaluate("def list = (1..n).collect { it * it }; list.sum() + \"${n}\".size()");
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(results[0] + " " + results[1]);
    }
}
