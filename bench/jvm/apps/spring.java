// maven: org.springframework:spring-context:6.1.2
// Beans, asynchronous methods and events.
import java.util.concurrent.*;
import org.springframework.context.annotation.*;
import org.springframework.scheduling.annotation.*;

class Driver {
    public static class Work {
        @Async public CompletableFuture<Integer> twice(int n) { return CompletableFuture.completedFuture(2 * n); }
    }

    @Configuration
    @EnableAsync
    public static class Setup {
        @Bean public Work work() { return new Work(); }
        @Bean public java.util.concurrent.Executor taskExecutor() { return Executors.newFixedThreadPool(3); }
    }

    public static void main(String[] arguments) throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Setup.class)) {
            Work work = context.getBean(Work.class);
            int sum = 0;
            CompletableFuture<?>[] all = new CompletableFuture<?>[50];
            for (int i = 0; i < all.length; i++) all[i] = work.twice(i);
            for (CompletableFuture<?> one : all) sum += (Integer) one.get();
            System.out.println(sum);
        }
        System.exit(0);
    }
}
