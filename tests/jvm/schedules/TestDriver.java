// Runs the test methods of a class as a test framework does: a loader of its own, reflection, a report at the end.

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

public class TestDriver {
    public static void main(String[] arguments) throws Exception {
        URL classes = Path.of(arguments[0]).toUri().toURL();
        int failed = 0, run = 0;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(arguments[1]);
            for (Method method : type.getMethods()) {
                if (!method.getName().startsWith("test")) continue;
                run++;
                try {
                    method.invoke(type.getConstructor().newInstance());
                } catch (ReflectiveOperationException e) {
                    failed++;
                    System.out.println(method.getName() + ": " + e.getCause());
                }
            }
        }
        System.out.println(run + " tests, " + failed + " failed");
        if (failed > 0) System.exit(1);
    }
}
