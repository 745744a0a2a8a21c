// maven: io.undertow:undertow-core:2.3.10.Final
// An HTTP server and clients of the JDK.
import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import java.net.*;
import java.net.http.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

class Driver {
    public static void main(String[] arguments) throws Exception {
        AtomicInteger served = new AtomicInteger();
        Undertow server = Undertow.builder().addHttpListener(0, "localhost").setIoThreads(2).setWorkerThreads(4)
            .setHandler(new BlockingHandler(exchange -> {
                served.incrementAndGet();
                exchange.getOutputStream().write(("hello " + exchange.getQueryString()).getBytes());
            })).build();
        server.start();
        int port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
        HttpClient client = HttpClient.newHttpClient();
        CompletableFuture<?>[] all = new CompletableFuture<?>[40];
        for (int i = 0; i < all.length; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/?n=" + i)).build();
            all[i] = client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
        }
        CompletableFuture.allOf(all).get(5, TimeUnit.MINUTES);
        System.out.println(all[7].get() + " " + served.get());
        server.stop();
    }
}
