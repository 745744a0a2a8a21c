package q;

import java.util.concurrent.locks.ReentrantLock;

class User { // ok: java-guarded-by
  private final Object mutex = new Object();
  private final Queue own = new Queue(mutex);

  int look(Queue queue) {
    synchronized (queue.lock) {
      return queue.size;
    }
  }

  // The queue keeps what its constructor gets.
  void grow() {
    synchronized (mutex) {
      own.grow();
      own.size++;
    }
  }

  // An alias that is assigned later.
  int later(Queue queue) {
    Object lock;
    lock = queue.lock;
    synchronized (lock) {
      return queue.size;
    }
  }
}
