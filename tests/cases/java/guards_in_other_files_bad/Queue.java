package q;

import javax.annotation.concurrent.GuardedBy;

class Queue {
  final Object lock = new Object();

  @GuardedBy("lock")
  int size;

  @GuardedBy("lock")
  void grow() {
    size++;
  }

  // The annotation is wrong: the method takes the lock itself.
  @GuardedBy("lock") // expect: java-guarded-by "takes its guard lock itself"
  void shrink() {
    synchronized (lock) {
      size--;
    }
  }
}
