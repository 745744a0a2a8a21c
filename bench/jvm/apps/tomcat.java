// maven: org.apache.tomcat.embed:tomcat-embed-core:10.1.17
// An HTTP server with a servlet and clients of the JDK.
import jakarta.servlet.http.*;
import java.net.URI;
import java.net.http.*;
import java.nio.file.Files;
import java.util.concurrent.*;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

class Driver {
    public static void main(String[] arguments) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "echo", new HttpServlet() {
            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
                response.getWriter().print("page " + request.getRequestURI());
            }
        });
        context.addServletMappingDecoded("/*", "echo");
        tomcat.getConnector();
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        HttpClient client = HttpClient.newHttpClient();
        CompletableFuture<?>[] all = new CompletableFuture<?>[40];
        for (int i = 0; i < all.length; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/" + i)).build();
            all[i] = client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
        }
        CompletableFuture.allOf(all).get(5, TimeUnit.MINUTES);
        System.out.println(all[7].get() + " " + all[39].get());
        tomcat.stop();
        tomcat.destroy();
    }
}
