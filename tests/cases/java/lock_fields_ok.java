import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

// Fields that are neither final nor private, but get one object.
public class lock_fields_ok { // ok: java-inconsistent-lock
  protected ReentrantReadWriteLock.ReadLock readLock;
  protected ReentrantReadWriteLock.WriteLock writeLock;
  private final Map<String, String> names = new HashMap<>();

  public lock_fields_ok() {
    ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    readLock = lock.readLock();
    writeLock = lock.writeLock();
  }

  public void put(String name) {
    writeLock.lock();
    try {
      names.put(name, name);
    } finally {
      writeLock.unlock();
    }
  }

  public void remove(String name) {
    writeLock.lock();
    try {
      names.remove(name);
    } finally {
      writeLock.unlock();
    }
  }

  public String get(String name) {
    readLock.lock();
    try {
      return names.get(name);
    } finally {
      readLock.unlock();
    }
  }

  private static class Segment {
    ReadWriteLock both = new ReentrantReadWriteLock();
    Lock reading = both.readLock();
    Lock writing = both.writeLock();
    Map<String, String> map = new HashMap<>();

    void put(String name) {
      writing.lock();
      try {
        map.put(name, name);
      } finally {
        writing.unlock();
      }
    }

    void remove(String name) {
      writing.lock();
      try {
        map.remove(name);
      } finally {
        writing.unlock();
      }
    }

    String get(String name) {
      reading.lock();
      try {
        return map.get(name);
      } finally {
        reading.unlock();
      }
    }
  }

  private final Segment segment = new Segment();

  public void use(String name) {
    segment.put(name);
    segment.remove(name);
    segment.get(name);
  }
}

// A concurrent map or none.
class either_way {
  private final Map<String, String> fast;

  either_way(boolean shared) {
    fast = shared ? new ConcurrentHashMap<>() : null;
  }

  public synchronized void put(String name) {
    if (fast != null) fast.put(name, name);
  }

  public synchronized void remove(String name) {
    if (fast != null) fast.remove(name);
  }

  public String get(String name) {
    return fast != null ? fast.get(name) : null;
  }
}
