// maven: org.apiguardian:apiguardian-api:1.1.2
// The JDK's own HTTP server and clients, both kinds of requests.
import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.net.http.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

class Driver {
    static class Counter { private int hits; synchronized int next() { return ++hits; } }

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        ExecutorService workers = Executors.newFixedThreadPool(3);
        Counter counter = new Counter();
        Map<String, Integer> seen = new ConcurrentHashMap<>();
        server.createContext("/", exchange -> {
            seen.merge(exchange.getRequestURI().getPath(), 1, Integer::sum);
            byte[] body = ("answer " + (counter.next() > 0)).getBytes();
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(workers);
        server.start();
        URI base = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++)
            answers.add(client.sendAsync(HttpRequest.newBuilder(base.resolve("/p" + i % 5)).build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::body).thenApply(String::length));
        int sum = 0;
        for (CompletableFuture<Integer> answer : answers) sum += answer.join();
        for (int i = 0; i < 10; i++) sum += client.send(HttpRequest.newBuilder(base).POST(HttpRequest.BodyPublishers.ofString("x".repeat(3000))).build(), HttpResponse.BodyHandlers.ofByteArray()).body().length;
        System.out.println(sum + " " + new TreeMap<>(seen));
        server.stop(0);
        workers.shutdown();
    }
}
