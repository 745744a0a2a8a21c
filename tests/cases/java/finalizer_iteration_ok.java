import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

// ok: java-check-then-act
// No other thread has the object when it is finalized.
class finalizer_iteration_ok {
  private final List<String> beans = Collections.synchronizedList(new ArrayList<>());

  void add(String name) {
    beans.add(name);
  }

  @Override
  protected void finalize() {
    for (String bean : beans) System.out.println(bean);
  }
}
