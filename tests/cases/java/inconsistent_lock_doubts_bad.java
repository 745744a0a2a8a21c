// args: --min-confidence 0
import java.util.ArrayList;
import java.util.List;

// Reasons to believe less.
public class inconsistent_lock_doubts_bad {
  private int size;
  private int limit;
  private String name;
  private List<String> last;

  public synchronized void add() {
    size++; // access[s]: update
    if (size > limit) size--; // access[s]: read; access[s]: update; access[l]: read
    last = null; // access[t]: write
  }

  public synchronized void remove() {
    size--; // access[s]: update
    if (limit > 0) use(limit); // access[l]: read; access[l]: read
    last = new ArrayList<>(); // access[t]: write
  }

  public void init() {
    size = 0; // expect[s]: java-inconsistent-lock "before the object is shared" confidence<50
  }

  @Override
  public String toString() {
    return "size " + size + name; // access[s]: read
  }

  public void setLimit(int value) {
    limit = value; // expect[l]: java-inconsistent-lock "only setters" confidence<50
  }

  public List<String> last() {
    boolean first = last == null; // expect[t]: java-inconsistent-lock "takes the lock before or after"
    synchronized (this) {
      if (first) last = new ArrayList<>(); // access[t]: write
      use(last.size()); // access[t]: read
      return last; // access[t]: read
    }
  }

  private void use(int value) {}
}

/** Not thread-safe, whatever its methods look like. */
class documented_unsafe {
  private int hits;

  public synchronized void one() {
    hits++; // access[d]: update
  }

  public synchronized void two() {
    hits++; // access[d]: update
  }

  public int hits() {
    return hits; // expect[d]: java-inconsistent-lock "not thread-safe" confidence<50
  }

  public boolean equals(documented_unsafe other) {
    return other.hits == 1; // access[d]: read
  }
}

/** Starts a thread, so it is shared. */
class evidence {
  private int hits;

  public void start() {
    new Thread(this::one).start();
  }

  public synchronized void one() {
    hits++; // access[e]: update
  }

  public synchronized void two() {
    hits++; // access[e]: update
  }

  public synchronized void three() {
    hits++; // access[e]: update
    hits--; // access[e]: update
  }

  public int hits() {
    return hits; // expect[e]: java-inconsistent-lock "it starts threads" confidence<50
  }
}

class weak_evidence {
  private int one;
  private int level;

  public synchronized void all() {
    one++; // access[o]: update
    one--; // access[o]: update
    if (level > 1 && level < 10 && level != 5) one = 0; // access[o]: write; access[n]: read; access[n]: read; access[n]: read
  }

  public int one() {
    return one; // expect[o]: java-inconsistent-lock "only one method" confidence<50
  }

  public void raise() {
    level = 2; // expect[n]: java-inconsistent-lock "no write of the field holds the lock" confidence<50
  }
}

class shown {
  private static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger("x");
  private int hits;
  private int misses;
  private int runs;

  public synchronized void one() {
    hits++; // access[p]: update
    misses++; // access[q]: update
    runs++; // access[u]: update
  }

  public synchronized void two() {
    hits++; // access[p]: update
    misses++; // access[q]: update
    runs++; // access[u]: update
    Later.keep(
        new Runnable() {
          @Override
          public void run() {
            runs++; // expect[u]: java-inconsistent-lock "may run at once" confidence<60
          }
        });
  }

  @Override
  public String toString() {
    return "hits " + hits; // expect[p]: java-inconsistent-lock "shows the object to people" confidence<50
  }

  public void log() {
    LOG.info("misses " + misses); // expect[q]: java-inconsistent-lock "only logged" confidence<50
  }
}

class around {
  private final Node first = new Node();
  private int hits;
  private int level;

  public class Node {
    private int size;

    public int size() {
      return size; // expect[z]: java-inconsistent-lock "the object around" confidence<50
    }
  }

  public synchronized void one() {
    first.size++; // access[z]: update
    hits++; // access[x]: update
    level++; // access[v]: update
  }

  public synchronized void two() {
    first.size++; // access[z]: update
    hits++; // access[x]: update
    level++; // access[v]: update
  }

  public void setHits(int value) {
    hits = value; // expect[x]: java-inconsistent-lock "in a setter" confidence<50
  }

  public void close() {
    level = 0; // expect[v]: java-inconsistent-lock "ends the use" confidence<50
  }
}

class others {
  private int hits;

  public synchronized void one() {
    hits++; // access[y]: update
  }

  public synchronized void two() {
    hits++; // access[y]: update
  }

  public synchronized boolean same(others other) {
    return hits == other.hits; // expect[y]: java-inconsistent-lock "another object" confidence<50
  }
}

// Comments that say who holds the lock.
class documented_callers {
  private final java.util.Map<String, String> names = new java.util.HashMap<>();
  private int hits;

  public synchronized void put(String name) {
    names.put(name, name); // access[dn]: write
    hits = 1; // access[dh]: write
  }

  public synchronized void remove(String name) {
    names.remove(name); // access[dn]: write
    hits = 1; // access[dh]: write
  }

  /** Must be called holding the lock. */
  public void each() {
    for (String name : names.keySet()) hits(name); // expect[dn]: java-inconsistent-lock "callers hold a lock" confidence<50
  }

  // Only to be called from one thread,
  // the one that made the object.
  public void reset() {
    hits = 0; // expect[dh]: java-inconsistent-lock "callers hold a lock" confidence<50
  }

  private void hits(String name) {}
}

// A number that is as old as the call.
class returned_figure {
  private final Buffer buffer = new Buffer();

  static class Buffer {
    private int size;

    void grow(int by) {
      size += by;
    }

    int size() {
      return size;
    }
  }

  public synchronized void one() {
    buffer.grow(1); // access[fig]: write
  }

  public synchronized void two() {
    buffer.grow(2); // access[fig]: write
  }

  public int size() {
    return buffer.size(); // expect[fig]: java-inconsistent-lock "only returns a number" confidence<50
  }
}

// All handlers are made, and perhaps run, with the lock held.
class parsed_under_lock {
  private final List<String> names = new ArrayList<>();

  public synchronized void load(Reader reader) {
    names.clear(); // access[h]: write
    reader.read(new Handler());
  }

  public synchronized boolean has(String name) {
    return names.contains(name); // access[h]: read
  }

  interface Reader {
    void read(Handler handler);
  }

  class Handler {
    public void element(String name) {
      names.add(name); // expect[h]: java-inconsistent-lock "may run at once" confidence<50
    }
  }
}

// A change during the iteration is expected, and the check is made again later.
class expects_change {
  private final List<String> names = new ArrayList<>();

  public synchronized void add(String name) {
    names.add(name); // access[ex]: write
  }

  public synchronized void remove(String name) {
    names.remove(name); // access[ex]: write
  }

  public void check() {
    try {
      for (String name : names) System.out.println(name); // expect[ex]: java-inconsistent-lock "ConcurrentModificationException" confidence<50
    } catch (java.util.ConcurrentModificationException e) {
      return;
    }
  }
}

class named_for_callers {
  private final List<String> names = new ArrayList<>();

  public synchronized void add(String name) {
    names.add(name); // access[nm]: write
  }

  public synchronized void remove(String name) {
    names.remove(name); // access[nm]: write
  }

  public void clearLocked() {
    names.clear(); // expect[nm]: java-inconsistent-lock "the name of the method" confidence<50
  }
}

class loads_state {
  private final List<String> names = new ArrayList<>();
  private java.util.Date last = new java.util.Date();

  public synchronized void add(String name) {
    names.add(name); // access[ld]: write
    last.setTime(1); // access[dt]: write
  }

  public synchronized void remove(String name) {
    names.remove(name); // access[ld]: write
    last.setTime(2); // access[dt]: write
  }

  public void loadNames(Iterable<String> saved) {
    saved.forEach(name -> names.add(name)); // expect[ld]: java-inconsistent-lock "what was saved"
  }

  // A date is no collection.
  public long last() {
    return last.getTime() + 1; // expect[dt]: java-inconsistent-lock confidence<70
  }
}

// What a reader of JSON calls when it has made the object: no other thread has it.
class made_by_reader {
  private final List<String> names = new ArrayList<>();

  public synchronized void add(String name) {
    names.add(name);
  }

  public synchronized void remove(String name) {
    names.remove(name);
  }

  public void gsonPostProcess() {
    names.add("first");
  }
}
