// maven: org.apache.logging.log4j:log4j-core:2.22.0 com.lmax:disruptor:3.4.4
// Four threads log through asynchronous loggers (a ring buffer).
import org.apache.logging.log4j.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        System.setProperty("log4j2.level", "ERROR");
        Logger logger = LogManager.getLogger("driver");
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 300; i++) logger.info("not shown {}", i);
                ThreadContext.put("k", "v");
                if (Thread.currentThread().getName().endsWith("0")) logger.debug("not shown");
            });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        LogManager.shutdown();
        System.out.println("logged");
    }
}
