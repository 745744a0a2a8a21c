// maven: org.apache.camel:camel-core:4.2.0 org.slf4j:slf4j-nop:2.0.9
// A route over a queue of the JVM with three consumers, a splitter and an aggregator.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.*;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

class Driver {
    public static void main(String[] arguments) throws Exception {
        CountDownLatch done = new CountDownLatch(150);
        AtomicInteger sum = new AtomicInteger();
        try (CamelContext context = new DefaultCamelContext()) {
            context.addRoutes(new RouteBuilder() {
                @Override public void configure() {
                    from("seda:in?concurrentConsumers=3").split(body().tokenize(",")).parallelProcessing().to("direct:one");
                    from("direct:one").process(e -> { sum.addAndGet(Integer.parseInt(e.getIn().getBody(String.class))); done.countDown(); });
                }
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < 50; i++) template.sendBody("seda:in", i + "," + i + ",1");
            System.out.println(done.await(4, TimeUnit.MINUTES) + " " + sum);
        }
    }
}
