// maven: ch.qos.logback:logback-classic:1.4.14
// Four threads log through an asynchronous appender.
import ch.qos.logback.classic.*;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

class Driver {
    public static void main(String[] arguments) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        AtomicInteger length = new AtomicInteger();
        AppenderBase<ILoggingEvent> sink = new AppenderBase<>() {
            @Override protected void append(ILoggingEvent event) { length.addAndGet(event.getFormattedMessage().length()); }
        };
        sink.setContext(context);
        sink.start();
        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setDiscardingThreshold(0);
        async.addAppender(sink);
        async.start();
        Logger root = context.getLogger("ROOT");
        root.detachAndStopAllAppenders();
        root.addAppender(async);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            threads[t] = new Thread(() -> { for (int i = 0; i < 300; i++) root.info("message {}", i); });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        context.stop();
        System.out.println(length.get());
    }
}
