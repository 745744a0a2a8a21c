import java.util.ArrayDeque;
import java.util.Queue;

// Only this file can call objects of its own private types, and it does so under the lock.
public class inner_callbacks_ok { // ok: java-inconsistent-lock
  private abstract static class Entry {
    abstract void signal();
  }

  private final Queue<Entry> waiting = new ArrayDeque<>();
  private int count;

  public synchronized void enter() {
    count++;
    keep(
        new Entry() {
          @Override
          void signal() {
            count = 1;
          }
        });
  }

  private void keep(Entry entry) {
    waiting.add(entry);
  }

  public synchronized void leave() {
    count--;
    Entry next = waiting.poll();
    if (next != null) next.signal();
  }

  public synchronized int count() {
    return count;
  }
}
