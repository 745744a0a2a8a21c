import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Links every class named in a file (module/name), so that the verifier looks at it, and counts those it refuses. */
public class VerifyClasses {
    public static void main(String[] arguments) throws Exception {
        List<String> names = Files.readAllLines(Path.of(arguments[0]));
        int good = 0, refused = 0, absent = 0;
        ClassLoader loader = ClassLoader.getPlatformClassLoader();
        for (String line : names) {
            String name = line.substring(line.indexOf('/') + 1).replace('/', '.');
            try {
                Class<?> found = null;
                for (ClassLoader l : new ClassLoader[] {null, loader, ClassLoader.getSystemClassLoader()}) {
                    try {
                        found = Class.forName(name, false, l);
                        break;
                    } catch (ClassNotFoundException other) {
                        // Of another loader.
                    }
                }
                if (found == null) {
                    ++absent;
                    continue;
                }
                found.getDeclaredMethods();  // links, and so verifies
                ++good;
            } catch (VerifyError | ClassFormatError error) {
                ++refused;
                System.out.println("REFUSED " + name + ": " + error.getMessage().lines().limit(4).toList());
            } catch (Throwable other) {
                ++absent;  // a class it needs is not there, with or without us
                if (arguments.length > 1) System.out.println("ABSENT " + name + ": " + other);
            }
        }
        System.out.println(good + " classes verified, " + refused + " refused, " + absent + " could not be loaded");
        System.exit(refused == 0 ? 0 : 1);
    }
}
