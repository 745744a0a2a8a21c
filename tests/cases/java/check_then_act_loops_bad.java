import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

// The condition of a loop is a check as that of an `if`, and remove(0) takes what is at the index.
class check_then_act_loops_bad {
  private final Queue<String> queue = new ConcurrentLinkedQueue<>();
  private final List<String> list = Collections.synchronizedList(new ArrayList<>());

  void drain() {
    while (!queue.isEmpty()) { // access[a]: read
      System.out.println(queue.remove()); // expect[a]: java-check-then-act
    }
  }

  void other() {
    queue.poll();
    list.clear();
  }

  void first() {
    if (!list.isEmpty()) { // access[b]: read
      System.out.println(list.remove(0)); // expect[b]: java-check-then-act
    }
  }
}
