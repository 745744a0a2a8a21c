package q;

import javax.annotation.concurrent.GuardedBy;

class Queue {
  final Object lock;

  @GuardedBy("lock")
  int size;

  Queue(Object lock) {
    this.lock = lock;
  }

  @GuardedBy("lock")
  void grow() {
    size++;
  }
}
