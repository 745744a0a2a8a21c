import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives classes that the JVM runs already rewritten code, which the verifier looks at first. RedefineClasses LIST FOLDER:
 * lines of LIST are module/name. HotSpot never verifies Object, Class, String and Throwable.
 */
public class RedefineClasses {
    private static Instrumentation instrumentation;
    private static int good, refused, absent;

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    private static ClassDefinition definition(String line, Path folder) throws IOException {
        String name = line.substring(line.indexOf('/') + 1).replace('/', '.');
        for (ClassLoader loader : new ClassLoader[] {null, ClassLoader.getPlatformClassLoader(), ClassLoader.getSystemClassLoader()}) {
            try {
                return new ClassDefinition(Class.forName(name, false, loader), Files.readAllBytes(folder.resolve(line + ".class")));
            } catch (ClassNotFoundException | LinkageError other) {
                // Of another loader.
            }
        }
        return null;
    }

    private static void redefine(List<ClassDefinition> some) {
        try {
            instrumentation.redefineClasses(some.toArray(new ClassDefinition[0]));
            good += some.size();
        } catch (Throwable problem) {
            if (some.size() > 1) {
                for (ClassDefinition one : some) redefine(List.of(one));
            } else {
                ++refused;
                System.out.println("REFUSED " + some.get(0).getDefinitionClass().getName() + ": " + problem);
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        List<ClassDefinition> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            if (!Files.exists(folder.resolve(line + ".class"))) continue; // nothing to rewrite
            ClassDefinition definition = definition(line, folder);
            if (definition == null) {
                ++absent;
            } else {
                all.add(definition);
            }
        }
        final int batch = 100;
        for (int from = 0; from < all.size(); from += batch) redefine(all.subList(from, Math.min(from + batch, all.size())));
        System.out.println(good + " classes of the running JVM verified, " + refused + " refused, " + absent + " could not be loaded");
        System.exit(refused == 0 ? 0 : 1);
    }
}
