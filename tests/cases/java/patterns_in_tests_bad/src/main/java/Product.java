// The tests are recognised by the folder that sets them apart from this file.
class Product {
  private volatile int n;

  void count() {
    n++; // expect: java-volatile-update
  }
}
