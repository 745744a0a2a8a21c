package helpers;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class Counter { // ok: java-unsynchronized-access
  private final Lock lock = new ReentrantLock();
  private int n;

  public void wrapper() {
    try (Guard guard = new Guard(lock)) {
      n++;
    }
  }

  public void factory() throws Exception {
    try (AutoCloseable held = Locks.hold(lock)) {
      n++;
    }
  }

  public void lambda() {
    Locks.with(lock, () -> n++);
  }
}
