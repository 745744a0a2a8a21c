// args: --min-confidence 0
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.ThreadSafe;

// Against a declared guard, but where it is done makes it less sure.
public class guarded_by_contexts_bad {
  static class Queue {
    private final Object lock = new Object();
    @GuardedBy("lock") private int count;
    private final Supplier<Integer> counter = new Kept(() -> count); // expect: java-guarded-by "in a lambda" confidence<80

    @GuardedBy("lock")
    private int size() {
      return count;
    }

    public void add() {
      synchronized (lock) {
        count++;
      }
    }

    @Override
    public String toString() {
      return "size " + size(); // expect: java-guarded-by "shows the object to people" confidence<80
    }

    public void stop() {
      drain(size()); // expect: java-guarded-by "ends the use" confidence<80
    }

    public int now() {
      return size(); // expect: java-guarded-by confidence>=80
    }

    private void drain(int n) {}
  }

  static class Kept implements Supplier<Integer> {
    private final Supplier<Integer> source;

    Kept(Supplier<Integer> source) {
      this.source = source;
    }

    @Override
    public Integer get() {
      return source.get();
    }
  }

  static class Worker {
    private final Object status = new Object();
    @GuardedBy("status") private boolean registered;

    /** You should lock externally with {@link #lockStatus} before the call. */
    public void register() {
      registered = true; // expect: java-guarded-by "callers hold a lock" confidence<80
    }

    public void lockStatus(Runnable task) {
      synchronized (status) {
        registered = false;
        task.run();
      }
    }
  }

  // Callers are to lock() before they use the counts.
  static class Context {
    private final ReentrantLock lock = new ReentrantLock();
    @GuardedBy("lock") private final Map<String, Integer> counts = new HashMap<>();

    public void lock(boolean shared) {
      if (shared) lock.lock();
    }

    public void unlock(boolean shared) {
      if (shared) lock.unlock();
    }

    public void count(String name) {
      counts.merge(name, 1, Integer::sum); // expect: java-guarded-by "for its callers" confidence<80
    }
  }

  static class Started {
    private final Object lock = new Object();
    @GuardedBy("lock") private final Map<String, Integer> services = new HashMap<>();

    public void restore(String name) {
      // Needn't use lock here: this runs at the start, with no concurrent access.
      services.put(name, 1); // expect: java-guarded-by "runs alone" confidence<80
    }
  }

  // A part may have this object as its owner, or another one.
  static class Owner {
    private final ReentrantLock lock = new ReentrantLock();

    void begin(Part part) {
      lock.lock();
      try {
        part.waiters++; // expect: java-guarded-by "may be the same lock" confidence<50
      } finally {
        lock.unlock();
      }
    }
  }

  static class Part {
    final Owner owner;
    @GuardedBy("owner.lock") int waiters;

    Part(Owner owner) {
      this.owner = owner;
    }
  }

  // Which lock an abstract method returns is not known.
  interface Store {
    ReadWriteLock getLock();
  }

  static class MapStore implements Store {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    @GuardedBy("lock") private final Map<String, String> map = new HashMap<>();

    @Override
    public ReadWriteLock getLock() {
      return lock;
    }

    @GuardedBy("lock")
    public void evict() {
      map.clear();
    }
  }

  static class Cache {
    private final Store store;

    Cache(Store store) {
      this.store = store;
    }

    public void shrink() {
      store.getLock().writeLock().lock();
      try {
        ((MapStore) store).evict(); // expect: java-guarded-by "may be the guard" confidence<50
      } finally {
        store.getLock().writeLock().unlock();
      }
    }

    public void drop() {
      ((MapStore) store).evict(); // expect: java-guarded-by confidence>=80; expect[s]: java-inconsistent-lock note
    }
  }

  @ThreadSafe
  static class Tuned {
    private final Object lock = new Object();
    private int limit;
    private int used;

    public void setLimit(int limit) {
      this.limit = limit; // expect[t]: java-unsynchronized-access "in a setter" confidence<80
    }

    public boolean use() {
      synchronized (lock) {
        return ++used < limit; // access[t]: read
      }
    }
  }

  // What a local variable refers to may not be shared (yet, or any more).
  @ThreadSafe
  static class Buffer {
    private int added;

    public synchronized void add(Buffers all) {
      added++; // access[o]: update
      all.keep(this);
    }

    static boolean copy(Buffers all) {
      Buffer buffer = new Buffer();
      all.keep(buffer);
      return buffer.added == 0; // expect[o]: java-unsynchronized-access "may not be shared" confidence<80
    }
  }

  interface Buffers {
    void keep(Buffer buffer);
  }

  // contains() comes after what prepare() made.
  static class Lazy {
    private volatile boolean prepared;
    private Map<String, String> map;

    public boolean contains(String key) {
      prepare();
      return map.containsKey(key); // expect[z]: java-inconsistent-lock "takes the lock before or after" confidence<50
    }

    private void prepare() {
      if (!prepared) {
        synchronized (this) {
          if (!prepared) {
            map = new HashMap<>(); // access[z]: write
            map.put("a", "b"); // access[z]: write
            prepared = true;
          }
        }
      }
    }
  }
}
