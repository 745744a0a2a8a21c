// maven: com.squareup.okhttp3:okhttp:4.12.0 com.squareup.okhttp3:mockwebserver:4.12.0
// An HTTP client with its pool of connections, against a server of the same makers.
import java.util.concurrent.*;
import okhttp3.*;
import okhttp3.mockwebserver.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        MockWebServer server = new MockWebServer();
        for (int i = 0; i < 40; i++) server.enqueue(new MockResponse().setBody("hello"));
        server.start();
        OkHttpClient client = new OkHttpClient.Builder().callTimeout(5, TimeUnit.MINUTES).readTimeout(5, TimeUnit.MINUTES).build();
        CountDownLatch done = new CountDownLatch(40);
        for (int i = 0; i < 40; i++)
            client.newCall(new Request.Builder().url(server.url("/" + i)).build()).enqueue(new Callback() {
                @Override public void onFailure(Call call, java.io.IOException failure) { failure.printStackTrace(); }
                @Override public void onResponse(Call call, Response response) throws java.io.IOException {
                    try (response) {
                        if (response.body().string().equals("hello")) done.countDown();
                    }
                }
            });
        System.out.println(done.await(5, TimeUnit.MINUTES) + " " + server.getRequestCount());
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        server.shutdown();
    }
}
