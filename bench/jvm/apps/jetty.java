// maven: org.eclipse.jetty:jetty-server:11.0.18
// An HTTP server and clients of the JDK.
import jakarta.servlet.http.*;
import java.net.URI;
import java.net.http.*;
import java.util.concurrent.*;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.server.handler.AbstractHandler;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Server server = new Server(0);
        server.setHandler(new AbstractHandler() {
            @Override
            public void handle(String target, Request base, HttpServletRequest request, HttpServletResponse response)
                throws java.io.IOException {
                base.setHandled(true);
                response.getWriter().print("page " + target);
            }
        });
        server.start();
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        HttpClient client = HttpClient.newHttpClient();
        CompletableFuture<?>[] all = new CompletableFuture<?>[40];
        for (int i = 0; i < all.length; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/" + i)).build();
            all[i] = client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
        }
        CompletableFuture.allOf(all).get(5, TimeUnit.MINUTES);
        System.out.println(all[7].get() + " " + all[39].get());
        server.stop();
    }
}
