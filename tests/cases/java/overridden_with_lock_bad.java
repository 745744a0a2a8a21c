// args: --min-confidence 0
import java.util.LinkedList;

// The class itself is for one thread; the subclass is for several.
class OverriddenWithLock {
  protected final LinkedList<String> stack = new LinkedList<>();

  public void push(String s) {
    stack.add(s);
  }

  public String pop() {
    return stack.removeLast();
  }

  public String peek() {
    return stack.getLast(); // expect: java-inconsistent-lock "subclasses override" confidence<50
  }

  static class Sync extends OverriddenWithLock {
    @Override
    public synchronized void push(String s) {
      stack.add(s);
    }

    @Override
    public synchronized String pop() {
      return stack.removeLast();
    }

    @Override
    public synchronized String peek() {
      return stack.getLast();
    }
  }
}
