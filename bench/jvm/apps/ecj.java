// maven: org.eclipse.jdt:ecj:3.36.0
// The Eclipse compiler, with its threads that read and write.
import java.io.*;
import java.nio.file.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("ecj");
        for (int i = 0; i < 20; i++)
            Files.writeString(folder.resolve("C" + i + ".java"), "class C" + i + " { int f(int n) { return n == 0 ? " + i + " : new C" + (i + 1) % 20 + "().f(n - 1); } }");
        StringWriter out = new StringWriter();
        boolean ok = org.eclipse.jdt.core.compiler.batch.BatchCompiler.compile("-17 -nowarn -d " + folder + " " + folder,
            new PrintWriter(out), new PrintWriter(out), null);
        System.out.println(ok + " " + out + Files.exists(folder.resolve("C19.class")));
    }
}
