// maven: io.projectreactor:reactor-core:3.6.1
// Parallel flows, sinks and schedulers.
import reactor.core.publisher.*;
import reactor.core.scheduler.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        System.out.println(Flux.range(1, 2000).parallel(4).runOn(Schedulers.parallel()).map(n -> (long) n * n).sequential()
            .reduce(Long::sum).block());
        System.out.println(Flux.range(0, 60).flatMap(n -> Mono.fromCallable(() -> n + 1).subscribeOn(Schedulers.boundedElastic()))
            .publishOn(Schedulers.single()).collectList().block().stream().mapToInt(n -> n).sum());
        Sinks.Many<Integer> sink = Sinks.many().replay().all();
        Thread[] feeders = new Thread[2];
        for (int t = 0; t < 2; t++) {
            feeders[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) sink.emitNext(i, Sinks.EmitFailureHandler.busyLooping(java.time.Duration.ofMinutes(1)));
            });
            feeders[t].start();
        }
        for (Thread feeder : feeders) feeder.join();
        sink.tryEmitComplete();
        System.out.println(sink.asFlux().count().block());
        Schedulers.shutdownNow();
    }
}
