import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class finalizer_iteration_bad {
  private final List<String> beans = Collections.synchronizedList(new ArrayList<>());

  void add(String name) {
    beans.add(name);
  }

  void finalize(String prefix) {
    for (String bean : beans) System.out.println(prefix + bean); // expect: java-check-then-act
  }
}
