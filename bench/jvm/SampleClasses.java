import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Copies a sample of the JDK's own classes to a folder: the largest, and others spread over all modules and sizes. */
public class SampleClasses {
    public static void main(String[] arguments) throws IOException {
        int wanted = Integer.parseInt(arguments[0]);
        Path target = Path.of(arguments[1]);
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        List<Path> all = new ArrayList<>();
        Map<Path, Long> sizes = new HashMap<>();
        try (Stream<Path> files = Files.walk(modules)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.toString();
                if (!name.endsWith(".class") || name.endsWith("-info.class")) continue;
                all.add(file);
                sizes.put(file, Files.size(file));
            }
        }
        Set<Path> chosen = new LinkedHashSet<>();
        all.sort(Comparator.comparing((Path file) -> -sizes.get(file)).thenComparing(Path::toString));
        chosen.addAll(all.subList(0, Math.min(wanted / 10, all.size())));
        // By module, and in each by size: every so-manieth has a part in both.
        all.sort(Comparator.comparing((Path file) -> file.getName(1).toString())
                .thenComparing(sizes::get).thenComparing(Path::toString));
        double step = Math.max(1, all.size() / (double) (wanted - chosen.size()));
        for (double at = step / 2; at < all.size(); at += step) chosen.add(all.get((int) at));
        for (Path file : chosen) {
            Path copy = target.resolve(modules.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.write(copy, Files.readAllBytes(file));
        }
        System.out.println(chosen.size() + " of " + all.size() + " classes");
    }
}
