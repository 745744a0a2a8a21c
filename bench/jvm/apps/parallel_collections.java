// maven: org.scala-lang.modules:scala-parallel-collections_2.13:1.0.4
// Scala's parallel collections and futures, from Java.
import scala.collection.parallel.immutable.ParVector;
import scala.collection.immutable.*;
import scala.concurrent.*;
import scala.concurrent.duration.Duration;

class Driver {
    public static void main(String[] arguments) throws Exception {
        VectorBuilder<Object> builder = new VectorBuilder<>();
        for (int i = 0; i < 3000; i++) builder.addOne(i);
        ParVector<Object> vector = new ParVector<>(builder.result());
        long sum = 0;
        for (int round = 0; round < 3; round++)
            sum += (Integer) vector.map(x -> (Integer) x + 1).filter(x -> (Integer) x % 2 == 0).reduce((a, b) -> (Integer) a + (Integer) b);
        ExecutionContext context = ExecutionContext.global();
        Future<Object> chain = Future.apply(() -> 1, context);
        for (int i = 0; i < 50; i++) chain = chain.map(x -> (Integer) x + 1, context).flatMap(x -> Future.apply(() -> x, context), context);
        System.out.println(sum + " " + Await.result(chain, Duration.Inf()));
    }
}
