// args: --min-confidence 0
// What gets the methods may call them at once, with the lock held: a note.
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

class ReferencedUnderLock {
  interface Event {
    void accept(Consumer<String> added, Consumer<String> removed);
  }

  private final Set<String> seen = new HashSet<>();

  public synchronized void event(Event event) {
    if (seen.size() < 100) event.accept(this::added, this::removed);
  }

  private void added(String name) {
    seen.add(name); // expect: java-inconsistent-lock note "may run at once" confidence<50
  }

  private void removed(String name) {
    seen.remove(name);
  }

  public synchronized void clear() {
    seen.clear();
  }

  public synchronized boolean has(String name) {
    return seen.contains(name);
  }

  public synchronized int size() {
    return seen.size();
  }
}
