// maven: org.python:jython-standalone:2.7.3
// Python threads over one list and a lock.
import org.python.util.PythonInterpreter;

class Driver {
    public static void main(String[] arguments) {
        System.setProperty("python.cachedir.skip", "true");
        try (PythonInterpreter python = new PythonInterpreter()) {
            python.exec("import threading\nlock = threading.Lock()\ntotal = [0]\n"
                + "def work():\n  for i in range(100):\n    with lock:\n      total[0] += i\n"
                + "threads = [threading.Thread(target=work) for _ in range(3)]\n"
                + "[t.start() for t in threads]\n[t.join() for t in threads]\nprint(total[0])\n");
        }
    }
}
