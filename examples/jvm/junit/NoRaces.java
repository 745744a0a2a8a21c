import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test in which deadheat found a new race: {@code @ExtendWith(NoRaces.class)}. Does nothing when the JVM runs without
 * the agent. Tests that run in parallel share the blame. The report itself is that of {@code deadheat run}.
 */
public final class NoRaces implements BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(NoRaces.class);

    private static long races() throws ReflectiveOperationException {
        try {
            Method count = Class.forName("java.lang.DeadHeatHooks").getMethod("races");
            return (long) count.invoke(null);
        } catch (ClassNotFoundException notAnalysed) {
            return 0;
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        context.getStore(NAMESPACE).put("races", races());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        long found = races() - context.getStore(NAMESPACE).get("races", long.class);
        if (found > 0) throw new AssertionError("new data races: " + found + "; see the report of deadheat");
    }
}
