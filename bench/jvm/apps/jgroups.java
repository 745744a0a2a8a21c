// maven: org.jgroups:jgroups:5.3.1.Final
// Three members of a cluster in one JVM, over its shared-memory transport.
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.*;
import org.jgroups.protocols.*;
import org.jgroups.protocols.pbcast.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        AtomicInteger received = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(3 * 3 * 40);
        JChannel[] members = new JChannel[3];
        for (int i = 0; i < 3; i++) {
            members[i] = new JChannel(new SHARED_LOOPBACK(), new SHARED_LOOPBACK_PING(), new MERGE3(), new NAKACK2(), new UNICAST3(), new STABLE(), new GMS().printLocalAddress(false), new UFC(), new MFC(), new FRAG2()).name("m" + i);
            members[i].setReceiver(new Receiver() { @Override public void receive(Message message) { received.incrementAndGet(); all.countDown(); } });
            members[i].connect("bench");
        }
        Thread[] senders = new Thread[3];
        for (int i = 0; i < 3; i++) {
            JChannel member = members[i];
            senders[i] = new Thread(() -> { try { for (int n = 0; n < 40; n++) member.send(null, "x" + n); } catch (Exception e) { e.printStackTrace(); } });
            senders[i].start();
        }
        for (Thread sender : senders) sender.join();
        System.out.println(all.await(4, TimeUnit.MINUTES) + " " + received);
        for (int i = 2; i >= 0; i--) members[i].close();
    }
}
