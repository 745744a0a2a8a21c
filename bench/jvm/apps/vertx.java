// maven: io.vertx:vertx-core:4.5.1
// Messages over the event bus between verticles, and blocking work.
import io.vertx.core.*;
import java.util.concurrent.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Vertx vertx = Vertx.vertx();
        vertx.deployVerticle(new AbstractVerticle() {
            private int count;
            @Override public void start() {
                vertx.eventBus().<Integer>consumer("add", message -> {
                    count += message.body();
                    message.reply(count);
                });
            }
        }).toCompletionStage().toCompletableFuture().get();
        CompletableFuture<?>[] all = new CompletableFuture<?>[100];
        for (int i = 0; i < all.length; i++)
            all[i] = vertx.eventBus().<Integer>request("add", 1).map(m -> m.body())
                .compose(n -> vertx.executeBlocking(() -> n * 2, false)).toCompletionStage().toCompletableFuture();
        CompletableFuture.allOf(all).get(5, TimeUnit.MINUTES);
        int largest = 0;
        for (CompletableFuture<?> one : all) largest = Math.max(largest, (Integer) one.get());
        System.out.println(largest);
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }
}
