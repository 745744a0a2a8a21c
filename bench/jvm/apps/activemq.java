// maven: org.apache.activemq:activemq-broker:5.18.3 org.apache.activemq:activemq-client:5.18.3 org.slf4j:slf4j-nop:2.0.9
// A broker in the JVM, two producers and two consumers of one queue, a subscriber of a topic.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import javax.jms.*;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;

class Driver {
    public static void main(String[] arguments) throws Exception {
        BrokerService broker = new BrokerService();
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.setBrokerName("bench");
        broker.start();
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://bench?create=false");
        factory.setTrustAllPackages(true);
        CountDownLatch all = new CountDownLatch(200);
        AtomicInteger sum = new AtomicInteger();
        Connection connection = factory.createConnection();
        connection.start();
        for (int i = 0; i < 2; i++) {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createConsumer(session.createQueue("work")).setMessageListener(message -> {
                try {
                    sum.addAndGet(Integer.parseInt(((TextMessage) message).getText()));
                } catch (JMSException e) {
                    e.printStackTrace();
                }
                all.countDown();
            });
        }
        CountDownLatch heard = new CountDownLatch(20);
        Session topics = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        topics.createConsumer(topics.createTopic("news")).setMessageListener(message -> heard.countDown());
        Thread[] producers = new Thread[2];
        for (int p = 0; p < 2; p++) {
            producers[p] = new Thread(() -> {
                try {
                    Connection own = factory.createConnection();
                    own.start();
                    Session session = own.createSession(false, Session.AUTO_ACKNOWLEDGE);
                    MessageProducer producer = session.createProducer(session.createQueue("work"));
                    for (int i = 0; i < 100; i++) producer.send(session.createTextMessage("" + i));
                    MessageProducer news = session.createProducer(session.createTopic("news"));
                    for (int i = 0; i < 10; i++) news.send(session.createTextMessage("n" + i));
                    own.close();
                } catch (JMSException e) {
                    e.printStackTrace();
                }
            });
            producers[p].start();
        }
        for (Thread producer : producers) producer.join();
        System.out.println(all.await(4, TimeUnit.MINUTES) + " " + heard.await(4, TimeUnit.MINUTES) + " " + sum);
        connection.close();
        broker.stop();
        broker.waitUntilStopped();
    }
}
