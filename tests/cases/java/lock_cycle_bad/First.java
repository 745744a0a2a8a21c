class First {
  private Second second;
  private int n;

  synchronized void call() {
    n++;
    second.touch(); // expect: java-lock-order "in a circle"
  }

  synchronized void touch() {
    n++;
  }
}
