public abstract class Shape {
  public static final Shape UNIT = new Circle(1); // expect: java-class-init-deadlock "Circle"
}
