import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.*;

/** Code of the program that the JDK calls while it holds a lock of its own. */
public class Inside extends Edges {
    static class Sink extends OutputStream { int okSunk; public void write(int b) { okSunk++; } public void write(byte[] b, int o, int n) { okSunk += n; } }
    static class CharSink extends Writer { int okChars; public void write(char[] b, int o, int n) { okChars += n; } public void flush() { okChars++; } public void close() { } }
    static class Source extends InputStream { int okLeft = 100000; public int read() { return okLeft-- > 0 ? 1 : -1; } public int read(byte[] b, int o, int n) { int m = Math.min(8, Math.min(n, okLeft)); okLeft -= m; return m; } }
    static class CharSource extends Reader { int okCharsLeft = 100000; public int read(char[] b, int o, int n) { int m = Math.min(8, n); Arrays.fill(b, o, o + m, '\n'); okCharsLeft -= m; return m; } public void close() { } }
    static class Loader extends ClassLoader { int okFound; protected Class<?> findClass(String n) throws ClassNotFoundException { okFound++; throw new ClassNotFoundException(n); } }
    static class Names extends java.util.logging.Formatter { int okFormatted; public String format(LogRecord r) { return "" + okFormatted++; } }
    static class Own extends StreamHandler { int okPublished; Own(OutputStream o, java.util.logging.Formatter f) { super(o, f); } public synchronized void publish(LogRecord r) { okPublished++; super.publish(r); flush(); } }
    static int okEach, okIf, okAll, okSort, okVectorEach, okTableCompute, okMapEach, badEach, badSink;
    static class RacySink extends OutputStream { int badSunk; public void write(int b) { badSunk++; } }

    static void twice(Body body) throws Exception { both(body, () -> { pause(); body.run(); }); }

    public static void main(String[] args) throws Exception {
        PrintStream print = new PrintStream(new Sink(), true);
        twice(() -> { print.println("x"); print.print(4); print.printf("%d", 3); print.write(new byte[] {1, 2}, 0, 2); print.append("x"); print.flush(); });
        PrintWriter writer = new PrintWriter(new CharSink(), true);
        twice(() -> { writer.println("x"); writer.write("abc"); writer.printf("%d", 3); writer.flush(); });
        BufferedOutputStream buffered = new BufferedOutputStream(new Sink(), 2);
        twice(() -> { buffered.write(1); buffered.write(new byte[] {1, 2, 3}); buffered.flush(); });
        BufferedWriter bw = new BufferedWriter(new CharSink(), 2);
        twice(() -> { bw.write("abc"); bw.newLine(); bw.flush(); });
        OutputStreamWriter osw = new OutputStreamWriter(new Sink());
        twice(() -> { osw.write("abc"); osw.flush(); });
        BufferedInputStream in = new BufferedInputStream(new Source(), 4);
        twice(() -> { in.read(); in.read(new byte[16]); in.skip(2); in.available(); });
        BufferedReader reader = new BufferedReader(new CharSource(), 4);
        twice(() -> { reader.readLine(); reader.read(); reader.ready(); reader.lines().limit(3).count(); });
        InputStreamReader isr = new InputStreamReader(new Source());
        twice(() -> { isr.read(); isr.read(new char[3]); });
        Loader loader = new Loader();
        twice(() -> { try { loader.loadClass("no.Such"); } catch (ClassNotFoundException e) { } });
        twice(() -> { try { Class.forName("no.Other", false, loader); } catch (ClassNotFoundException e) { } });
        Own handler = new Own(new Sink(), new Names());
        Logger logger = Logger.getLogger("edges"); logger.setUseParentHandlers(false); logger.addHandler(handler);
        twice(() -> logger.info("x"));
        StreamHandler plain = new StreamHandler(new Sink(), new Names());
        twice(() -> { plain.publish(new LogRecord(Level.INFO, "x")); plain.flush(); });
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2, 3)));
        twice(() -> list.forEach(x -> okEach++));
        twice(() -> list.removeIf(x -> { okIf++; return false; }));
        twice(() -> list.replaceAll(x -> { okAll++; return x; }));
        twice(() -> list.sort((a, b) -> { okSort++; return a - b; }));
        Vector<Integer> vector = new Vector<>(List.of(1, 2, 3));
        twice(() -> { vector.forEach(x -> okVectorEach++); vector.removeIf(x -> { okVectorEach++; return false; }); vector.replaceAll(x -> { okVectorEach++; return x; }); vector.sort((a, b) -> { okVectorEach++; return a - b; }); });
        Hashtable<Integer, Integer> table = new Hashtable<>(Map.of(1, 2));
        twice(() -> { table.compute(1, (k, v) -> { okTableCompute++; return v; }); table.computeIfAbsent(okTableKey(), k -> { okTableCompute++; return 1; }); table.merge(1, 2, (a, b) -> { okTableCompute++; return a; }); table.forEach((k, v) -> okTableCompute++); table.replaceAll((k, v) -> { okTableCompute++; return v; }); });
        Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, 2)));
        twice(() -> { map.forEach((k, v) -> okMapEach++); map.replaceAll((k, v) -> { okMapEach++; return v; }); map.computeIfPresent(1, (k, v) -> { okMapEach++; return v; }); });
        // racy twins
        RacySink shared = new RacySink();
        both(() -> new PrintStream(shared).print("x"), () -> { pause(); new PrintStream(shared).print("x"); });
        both(() -> new ArrayList<>(List.of(1)).forEach(x -> badEach++), () -> { pause(); new Vector<>(List.of(1)).forEach(x -> badEach++); });
        both(() -> { badSink = 1; print.println("x"); }, () -> { pause(); new PrintStream(new Sink()).println("x"); badSink++; });
    }
    static int key; static synchronized int okTableKey() { return ++key + 10; }
}
