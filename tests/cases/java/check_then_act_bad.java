// args: --min-confidence 0
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

class Legacy {
  private final Hashtable<String, String> table = new Hashtable<>();

  void add(String key) {
    if (!table.containsKey(key)) table.put(key, key); // expect: java-check-then-act confidence<50
  }
}

class CheckThenAct {
  private final Map<String, List<String>> jobs = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();
  private final Queue<String> queue = new ConcurrentLinkedQueue<>();
  private final List<String> list = new CopyOnWriteArrayList<>();
  private final Set<String> set = ConcurrentHashMap.newKeySet();
  private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicReference<String> last = new AtomicReference<>();

  void add(String user, String job) {
    List<String> of = jobs.get(user);
    if (of == null) {
      of = new CopyOnWriteArrayList<>();
      jobs.put(user, of); // expect: java-check-then-act "computeIfAbsent"
    }
    of.add(job);
  }

  void addAgain(String user) {
    List<String> of;
    of = jobs.get(user);
    if (of == null) {
      jobs.put(user, new ArrayList<>()); // expect: java-check-then-act
    }
  }

  void absent(String key) {
    if (!names.containsKey(key)) {
      names.put(key, key); // expect: java-check-then-act "putIfAbsent" confidence<60
    }
    if (names.get(key) == null) names.put(key, "b"); // expect: java-check-then-act
    if (names.containsKey(key)) {
      names.get(key).length(); // expect: java-check-then-act "null"
    } else {
      list.clear();
    }
  }

  private final Map<String, Set<String>> groups = new ConcurrentHashMap<>();

  void group(String key) {
    if (!groups.containsKey(key)) {
      Set<String> group = ConcurrentHashMap.newKeySet();
      groups.put(key, group); // expect: java-check-then-act confidence>=70
    }
  }

  void orElse(String key) {
    if (names.containsKey(key)) {
      list.clear();
    } else {
      names.put(key, "c"); // expect: java-check-then-act
    }
  }

  void remove(String key) {
    names.remove(key);
    queue.poll();
    wrapped.add(key);
  }

  String first() {
    if (!queue.isEmpty()) {
      return queue.remove(); // expect: java-check-then-act "poll"
    }
    return queue.size() > 0 ? queue.element() : null; // expect: java-check-then-act
  }

  void once(String name) {
    if (!list.contains(name)) list.add(name); // expect: java-check-then-act "twice"
    if (!set.contains(name)) {
      set.add(name); // expect: java-check-then-act "result of `add`"
    }
  }

  void start() {
    if (!started.get()) {
      started.set(true); // expect: java-check-then-act "compareAndSet"
    }
    if (last.get() == null) {
      last.set("x"); // expect: java-check-then-act
    }
    count.set(count.get() + 1); // expect: java-check-then-act "updateAndGet"
  }

  void print() {
    for (String s : wrapped) { // expect: java-check-then-act "synchronized (wrapped)"
      s.length();
    }
  }
}
