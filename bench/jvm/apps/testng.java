// maven: org.testng:testng:7.8.0 org.slf4j:slf4j-nop:2.0.9
// Test methods in parallel; one of them counts without a lock, which is a race.
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.*;
import org.testng.annotations.Test;
import org.testng.xml.*;

class Driver {
    public static class Cases {
        static final AtomicInteger right = new AtomicInteger();
        static int wrong;
        @Test(threadPoolSize = 4, invocationCount = 40) public void counts() { right.incrementAndGet(); }
        @Test(threadPoolSize = 4, invocationCount = 40) public void races() { wrong++; }
        @Test public void once() { right.incrementAndGet(); }
    }

    public static void main(String[] arguments) {
        XmlSuite suite = new XmlSuite();
        suite.setName("bench");
        suite.setParallel(XmlSuite.ParallelMode.METHODS);
        suite.setThreadCount(4);
        XmlTest test = new XmlTest(suite);
        test.setName("bench");
        test.setXmlClasses(List.of(new XmlClass(Cases.class)));
        TestNG run = new TestNG(false);
        run.setUseDefaultListeners(false);
        run.setVerbose(0);
        run.setXmlSuites(List.of(suite));
        run.run();
        System.out.println(run.getStatus() + " " + Cases.right);
    }
}
