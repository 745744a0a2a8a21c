// Parses Java files with javac's own parser and says, per file, whether it had errors.
//
//   java JavacParse.java [--quiet] [--counts] PATH...      folders are searched for .java files
//
// Prints "ok PATH" or "bad PATH:LINE: MESSAGE" a file (with --counts also how many nodes of each sort it has), and on standard error the time the parser took.
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class JavacParse {
    // Few enough files at a time that their trees never fill the heap.
    static final int BATCH = 500;

    public static void main(String[] args) throws IOException {
        boolean quiet = false;
        boolean counts = false;
        List<Path> files = new ArrayList<>();
        for (String arg : args) {
            if (arg.equals("--quiet")) {
                quiet = true;
                continue;
            }
            if (arg.equals("--counts")) {
                counts = true;
                continue;
            }
            Path path = Path.of(arg);
            if (!Files.isDirectory(path)) {
                files.add(path);
                continue;
            }
            try (Stream<Path> all = Files.walk(path)) {
                all.filter(p -> p.toString().endsWith(".java") && Files.isRegularFile(p)).forEach(files::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, String> verdicts = new TreeMap<>();
        long bytes = 0;
        long nanos = 0;
        for (int from = 0; from < files.size(); from += BATCH) {
            List<Path> batch = files.subList(from, Math.min(from + BATCH, files.size()));
            for (Path path : batch) {
                bytes += Files.size(path);
                verdicts.put(path.toString(), "ok " + path);
            }
            long began = System.nanoTime();
            parse(compiler, batch, verdicts, counts);
            nanos += System.nanoTime() - began;
        }
        long bad = verdicts.values().stream().filter(v -> v.startsWith("bad")).count();
        if (!quiet) {
            verdicts.values().forEach(System.out::println);
        }
        Runtime runtime = Runtime.getRuntime();
        System.err.printf(Locale.ROOT, "javac %s: %d files, %d with errors, %.1f MB, %.2f s, %.1f MB/s, heap %.0f MB%n",
                System.getProperty("java.version"), files.size(), bad, bytes / 1e6, nanos / 1e9, bytes / 1e6 / (nanos / 1e9),
                (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
    }

    static void parse(JavaCompiler compiler, List<Path> batch, Map<String, String> verdicts, boolean counts) throws IOException {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(batch));
            for (CompilationUnitTree unit : task.parse()) {
                if (counts) {
                    Counter counter = new Counter();
                    counter.scan(unit, null);
                    verdicts.merge(unit.getSourceFile().getName(), "\t" + counter, String::concat);
                }
            }
            for (Diagnostic<? extends JavaFileObject> problem : problems.getDiagnostics()) {
                if (problem.getKind() != Diagnostic.Kind.ERROR || problem.getSource() == null) {
                    continue;
                }
                String name = problem.getSource().getName();
                String message = problem.getMessage(Locale.ROOT).lines().findFirst().orElse("");
                if (verdicts.getOrDefault(name, "").startsWith("ok")) {
                    verdicts.put(name, "bad " + name + ":" + problem.getLineNumber() + ": " + message);
                }
            }
        }
    }

    // In the order of Sort in parse_main.cpp.
    static class Counter extends TreeScanner<Void, Void> {
        final long[] n = new long[30];

        @Override
        public Void scan(Tree tree, Void nothing) {
            int sort = tree == null ? -1 : sort(tree.getKind());
            if (sort >= 0) {
                n[sort]++;
            }
            return super.scan(tree, nothing);
        }

        static int sort(Tree.Kind kind) {
            return switch (kind) {
                case CLASS, INTERFACE, ENUM, RECORD, ANNOTATION_TYPE -> 0;
                case METHOD -> 1;
                case VARIABLE -> 2;
                case LAMBDA_EXPRESSION -> 3;
                case MEMBER_REFERENCE -> 4;
                case METHOD_INVOCATION -> 5;
                case NEW_CLASS -> 6;
                case NEW_ARRAY -> 7;
                case TYPE_CAST -> 8;
                case INSTANCE_OF -> 9;
                case CONDITIONAL_EXPRESSION -> 10;
                case MULTIPLY, DIVIDE, REMAINDER, MINUS, LEFT_SHIFT, RIGHT_SHIFT, UNSIGNED_RIGHT_SHIFT, LESS_THAN,
                        GREATER_THAN, LESS_THAN_EQUAL, GREATER_THAN_EQUAL, EQUAL_TO, NOT_EQUAL_TO, AND, XOR, OR,
                        CONDITIONAL_AND, CONDITIONAL_OR -> 11;
                case BITWISE_COMPLEMENT, LOGICAL_COMPLEMENT, PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT,
                        POSTFIX_DECREMENT -> 12;
                case ASSIGNMENT -> 13;
                case MULTIPLY_ASSIGNMENT, DIVIDE_ASSIGNMENT, REMAINDER_ASSIGNMENT, PLUS_ASSIGNMENT, MINUS_ASSIGNMENT,
                        LEFT_SHIFT_ASSIGNMENT, RIGHT_SHIFT_ASSIGNMENT, UNSIGNED_RIGHT_SHIFT_ASSIGNMENT, AND_ASSIGNMENT,
                        XOR_ASSIGNMENT, OR_ASSIGNMENT -> 14;
                case IF -> 15;
                case WHILE_LOOP, DO_WHILE_LOOP, FOR_LOOP, ENHANCED_FOR_LOOP -> 16;
                case SWITCH, SWITCH_EXPRESSION -> 17;
                case CASE -> 18;
                case TRY -> 19;
                case CATCH -> 20;
                case SYNCHRONIZED -> 21;
                case RETURN -> 22;
                case THROW -> 23;
                case BREAK, CONTINUE -> 24;
                case ARRAY_ACCESS -> 25;
                case LABELED_STATEMENT -> 26;
                case BLOCK -> 27;
                case YIELD -> 28;
                case ASSERT -> 29;
                default -> -1;
            };
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder();
            for (long count : n) {
                out.append(out.length() == 0 ? "" : " ").append(count);
            }
            return out.toString();
        }
    }
}
