// ok: java-thread-run
class ThreadRunsOk extends Thread {
  private final Runnable task;

  ThreadRunsOk(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    super.run();
    task.run();
    this.run();
  }

  void go() {
    Runnable thread = new Thread();
    thread.run();
    new ThreadRunsOk(task).start();
    new Game().run();
  }

  static class Game {
    void run() {}
  }
}
