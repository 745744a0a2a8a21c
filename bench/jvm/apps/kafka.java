// maven: org.apache.kafka:kafka-clients:3.6.1 org.apache.kafka:kafka-streams:3.6.1 org.slf4j:slf4j-nop:2.0.9
// The producer's accumulator without a broker, metrics, serializers, mock producer and consumer on several threads.
import java.util.*;
import java.util.concurrent.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.metrics.*;
import org.apache.kafka.common.metrics.stats.*;
import org.apache.kafka.common.serialization.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        MockProducer<String, String> producer = new MockProducer<>(true, new StringSerializer(), new StringSerializer());
        Metrics metrics = new Metrics();
        Sensor sensor = metrics.sensor("sent");
        sensor.add(metrics.metricName("rate", "bench"), new Rate());
        sensor.add(metrics.metricName("avg", "bench"), new Avg());
        sensor.add(metrics.metricName("count", "bench"), new CumulativeCount());
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> parts = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int n = t;
            parts.add(pool.submit(() -> {
                for (int i = 0; i < 200; i++) {
                    producer.send(new ProducerRecord<>("topic", "k" + n, "v" + i)).get();
                    sensor.record(i);
                }
                return null;
            }));
        }
        for (Future<?> part : parts) part.get();
        System.out.println(producer.history().size() + " " + metrics.metric(metrics.metricName("count", "bench")).metricValue());
        Properties settings = new Properties();
        settings.put("bootstrap.servers", "localhost:1");
        settings.put("max.block.ms", "100");
        KafkaProducer<String, String> real = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        int failed = 0;
        for (int i = 0; i < 3; i++) {
            try { real.send(new ProducerRecord<>("topic", "x")).get(); } catch (Exception e) { failed++; }
        }
        real.close(java.time.Duration.ofSeconds(5));
        System.out.println(failed);
        pool.shutdown();
        metrics.close();
    }
}
