import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

// ok: java-check-then-act
class check_then_act_loops_ok {
  private final Queue<String> queue = new ConcurrentLinkedQueue<>();
  private final List<String> list = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean stopped = new AtomicBoolean();

  void drain() {
    while (!queue.isEmpty()) {
      String next = queue.poll();
      if (next != null) System.out.println(next);
    }
  }

  void byValue(String name) {
    if (!list.isEmpty()) list.remove(name);
    synchronized (list) {
      while (!list.isEmpty()) list.remove(0);
    }
  }

  void other() {
    queue.poll();
    list.clear();
  }

  void run() {
    while (!stopped.get()) {
      byValue("");
      if (queue.isEmpty()) stopped.set(true);
    }
  }
}
