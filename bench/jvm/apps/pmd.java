// maven: net.sourceforge.pmd:pmd-java:6.55.0
// Static analysis of twenty files by two threads.
import java.nio.file.*;
import net.sourceforge.pmd.*;

class Driver {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("pmd");
        for (int i = 0; i < 20; i++)
            Files.writeString(folder.resolve("C" + i + ".java"), "class C" + i + " { private int unused; void f() { if (true) { } } }\n");
        Path report = folder.resolve("report.txt");
        PMDConfiguration configuration = new PMDConfiguration();
        configuration.setThreads(2);
        configuration.setIgnoreIncrementalAnalysis(true);
        configuration.addInputPath(folder.toString());
        configuration.addRuleSet("category/java/bestpractices.xml");
        configuration.setReportFormat("text");
        configuration.setReportFile(report.toString());
        try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
            analysis.performAnalysis();
        }
        System.out.println(Files.readAllLines(report).size());
    }
}
