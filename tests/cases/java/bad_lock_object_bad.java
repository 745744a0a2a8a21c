import java.util.List;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class BadLocks {
  private Integer count = 0;
  private final Boolean flag = true;
  private static final String NAME = "name";
  private List<String> names = new ArrayList<>();
  private List<String> replaced = new ArrayList<>();
  private volatile Object seen = new Object();
  private final Lock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();
  private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
  private final Optional<String> maybe = Optional.empty();

  void boxed() {
    synchronized (count) { // expect: java-bad-lock-object "Integer"
      count++;
    }
    synchronized (flag) { // expect: java-bad-lock-object "Boolean"
      names.add("a");
    }
    synchronized (maybe) { // expect: java-bad-lock-object "value-based"
      names.add("b");
    }
  }

  void strings(String key) {
    synchronized (NAME) { // expect: java-bad-lock-object "string constants"
      names.add(key);
    }
    synchronized ("literal") { // expect: java-bad-lock-object
      names.add(key);
    }
    synchronized (key.intern()) { // expect: java-bad-lock-object
      names.add(key);
    }
  }

  void classes() {
    synchronized (getClass()) { // expect: java-bad-lock-object "BadLocks.class"
      names.add("c");
    }
  }

  void fresh() {
    Object mine = new Object();
    synchronized (mine) { // expect: java-bad-lock-object "every call makes"
      names.add("d");
    }
    synchronized (new Object()) { // expect: java-bad-lock-object
      names.add("e");
    }
  }

  void monitors() throws Exception {
    synchronized (lock) { // expect: java-bad-lock-object "lock.lock()"
      names.add("f");
    }
    synchronized (ready) { // expect: java-bad-lock-object "await"
      names.add("g");
    }
    synchronized (map) { // expect: java-bad-lock-object note
      map.clear();
    }
  }

  void replaces() {
    synchronized (replaced) { // expect[r]: java-bad-lock-object confidence>=70
      replaced = new ArrayList<>(); // related[r]
    }
    synchronized (names) { // expect[n]: java-bad-lock-object "final"
      names.add("h");
    }
    synchronized (seen) { // expect[v]: java-bad-lock-object confidence<50
      names.add("i");
    }
  }

  private Object prepared = new Object();

  void init() {
    prepared = new Object(); // related[p]
  }

  void usesPrepared() {
    synchronized (prepared) { // expect[p]: java-bad-lock-object confidence<50
      names.add("j");
    }
  }

  void reset() {
    names = new ArrayList<>(); // related[n]
    seen = new Object(); // related[v]
  }
}
