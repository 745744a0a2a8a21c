// args: --min-confidence 0
class ThreadRuns {
  static class Worker extends Thread {
    @Override
    public void run() {}
  }

  void go(Runnable task) {
    Thread thread = new Thread(task);
    thread.run(); // expect: java-thread-run "thread.start()" confidence>=60
    new Worker().run(); // expect: java-thread-run
    new Thread(() -> {}).run(); // expect: java-thread-run
  }
}

class Chain extends Thread {
  private final Thread next = new Thread();

  @Override
  public void run() {
    next.run(); // expect: java-thread-run confidence<50
  }
}

class Started {
  void later(Thread given) {
    Thread made = new Thread();
    made.start();
    made.run(); // expect: java-thread-run confidence<50
    given.run(); // expect: java-thread-run confidence<50
  }
}
