class Second {
  private Third third;
  private int n;

  synchronized void call() {
    n++;
    third.touch();
  }

  synchronized void touch() {
    n++;
  }
}
