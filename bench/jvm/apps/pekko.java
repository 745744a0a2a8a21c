// maven: org.apache.pekko:pekko-actor_2.13:1.0.2
// Actors that pass a token round a ring.
import java.util.concurrent.*;
import org.apache.pekko.actor.*;

class Driver {
    static class Node extends AbstractActor {
        private final CompletableFuture<Integer> result;
        private ActorRef next;
        private int seen;
        Node(CompletableFuture<Integer> result) { this.result = result; }
        @Override public Receive createReceive() {
            return receiveBuilder().match(ActorRef.class, other -> next = other).match(Integer.class, left -> {
                seen++;
                if (left == 0) result.complete(seen);
                else next.tell(left - 1, self());
            }).build();
        }
    }

    public static void main(String[] arguments) throws Exception {
        ActorSystem system = ActorSystem.create("ring", com.typesafe.config.ConfigFactory.parseString("pekko.loglevel = OFF\npekko.stdout-loglevel = OFF").withFallback(com.typesafe.config.ConfigFactory.load()));
        CompletableFuture<Integer> result = new CompletableFuture<>();
        ActorRef[] nodes = new ActorRef[20];
        for (int i = 0; i < nodes.length; i++) nodes[i] = system.actorOf(Props.create(Node.class, () -> new Node(result)));
        for (int i = 0; i < nodes.length; i++) nodes[i].tell(nodes[(i + 1) % nodes.length], ActorRef.noSender());
        nodes[0].tell(2000, ActorRef.noSender());
        System.out.println(result.get(5, TimeUnit.MINUTES));
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.MINUTES);
    }
}
