import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/** A tracing agent as monitoring products have them: advice around the methods of the program. */
public class Traced {
    public static final AtomicInteger entered = new AtomicInteger();

    public static class Around {
        @Advice.OnMethodEnter static void enter() { entered.incrementAndGet(); }
    }

    public static void premain(String arguments, Instrumentation instrumentation) {
        new AgentBuilder.Default().type(ElementMatchers.nameStartsWith("Work"))
            .transform((builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Around.class).on(ElementMatchers.named("step"))))
            .installOn(instrumentation);
    }

    public static void main(String[] arguments) throws Exception {
        Work.main(arguments);
        System.out.println(entered.get() + " steps entered");
    }
}

class Work {
    static int racy, guarded;

    static void step() {
        racy++;
        synchronized (Work.class) { guarded++; }
    }

    static void main(String[] arguments) throws Exception {
        Thread other = new Thread(() -> { for (int i = 0; i < 100; i++) step(); });
        other.start();
        for (int i = 0; i < 100; i++) step();
        other.join();
        System.out.println(guarded);
    }
}
