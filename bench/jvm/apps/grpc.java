// maven: io.grpc:grpc-inprocess:1.60.0 io.grpc:grpc-stub:1.60.0 io.grpc:grpc-core:1.60.0
// Calls from four threads to a server in the same process.
import io.grpc.*;
import io.grpc.inprocess.*;
import io.grpc.stub.*;
import java.io.*;
import java.util.concurrent.*;

class Driver {
    static final MethodDescriptor.Marshaller<String> TEXT = new MethodDescriptor.Marshaller<>() {
        @Override public InputStream stream(String value) { return new ByteArrayInputStream(value.getBytes()); }
        @Override public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    };

    public static void main(String[] arguments) throws Exception {
        MethodDescriptor<String, String> echo = MethodDescriptor.newBuilder(TEXT, TEXT)
            .setType(MethodDescriptor.MethodType.UNARY).setFullMethodName("test/echo").build();
        Server server = InProcessServerBuilder.forName("s").addService(ServerServiceDefinition.builder("test")
            .addMethod(echo, ServerCalls.asyncUnaryCall((request, observer) -> {
                observer.onNext(request + "!");
                observer.onCompleted();
            })).build()).build().start();
        ManagedChannel channel = InProcessChannelBuilder.forName("s").build();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CompletionService<Integer> done = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 100; i++) {
            int n = i;
            done.submit(() -> ClientCalls.blockingUnaryCall(channel, echo, CallOptions.DEFAULT, "x".repeat(n)).length());
        }
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += done.take().get();
        System.out.println(sum);
        pool.shutdown();
        channel.shutdownNow().awaitTermination(1, TimeUnit.MINUTES);
        server.shutdownNow().awaitTermination(1, TimeUnit.MINUTES);
    }
}
