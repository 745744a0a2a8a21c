package com.google.common.util.concurrent;

import java.util.concurrent.locks.ReentrantLock;

// The source of a class that is known as a lock, among the files: what is known counts.
public final class Monitor {
  private final ReentrantLock lock = new ReentrantLock();

  public void enterWhenUninterruptibly(Runnable guard) {
    boolean reentrant = lock.isHeldByCurrentThread();
    lock.lock();
    boolean satisfied = false;
    try {
      if (!reentrant) guard.run();
      satisfied = true;
    } finally {
      if (!satisfied) leave();
    }
  }

  public void leave() {
    try {
      if (lock.getHoldCount() == 1) lock.hasQueuedThreads();
    } finally {
      lock.unlock();
    }
  }
}
