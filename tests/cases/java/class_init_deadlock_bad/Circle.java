public class Circle extends Shape {
  Circle(int r) {}

  static final Object DEFAULT = new Object();
}
