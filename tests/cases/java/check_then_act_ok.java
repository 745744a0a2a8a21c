// ok: java-check-then-act
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

class CheckThenActOk {
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Map<String, String> kept = new ConcurrentHashMap<>();
  private final Map<String, String> plain = new HashMap<>();
  private final Queue<String> queue = new ConcurrentLinkedQueue<>();
  private final List<String> list = new CopyOnWriteArrayList<>();
  private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
  private final List<String> constant = Collections.synchronizedList(new ArrayList<>());
  private final java.util.Set<String> set = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean started = new AtomicBoolean();

  CheckThenActOk() {
    if (!names.containsKey("a")) names.put("a", "b");
    constant.add("x");
  }

  // Each thread has a key of its own.
  void ofThread() {
    String name = Thread.currentThread().getName();
    if (!names.containsKey(name)) names.put(name, "a");
  }

  boolean first(String key) {
    if (!set.contains(key)) {
      if (set.add(key)) return true;
    }
    return false;
  }

  void atomic(String key) {
    names.putIfAbsent(key, key);
    names.computeIfAbsent(key, k -> k);
    if (names.get(key) == null) {
      names.putIfAbsent(key, "c");
    }
    if (!names.containsKey(key)) names.put(key + "1", "other key");
  }

  synchronized void locked(String key) {
    if (!names.containsKey(key)) names.put(key, key);
  }

  void again(String key) {
    if (!names.containsKey(key)) {
      synchronized (this) {
        if (!names.containsKey(key)) names.put(key, key);
      }
    }
  }

  void local(String key) {
    Map<String, String> mine = new ConcurrentHashMap<>();
    if (!mine.containsKey(key)) mine.put(key, key);
    if (!plain.containsKey(key)) plain.put(key, key);
  }

  int neverRemoved(String key) {
    kept.put("a", "b");
    if (kept.containsKey(key)) return kept.get(key).length();
    return 0;
  }

  int expectsNull(String key) {
    if (names.containsKey(key)) {
      String name = names.get(key);
      if (name != null) return name.length();
    }
    return 0;
  }

  String ofMap(String key) {
    names.remove(key);
    return names.isEmpty() ? null : names.get(key);
  }

  String polls() {
    if (!queue.isEmpty()) return queue.poll();
    return null;
  }

  void cas() {
    if (started.compareAndSet(false, true)) list.clear();
    if (started.get()) return;
    started.set(true);
  }

  void iterates() {
    synchronized (wrapped) {
      for (String s : wrapped) s.length();
    }
    for (String s : list) s.length();
    for (String s : constant) s.length();
    wrapped.add("a");
  }
}
