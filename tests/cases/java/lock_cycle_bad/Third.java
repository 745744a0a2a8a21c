class Third {
  private First first;
  private int n;

  synchronized void call() {
    n++;
    first.touch();
  }

  synchronized void touch() {
    n++;
  }
}
