public abstract class Shape {
  // One finding for all subclasses.
  public static final Shape UNIT = new Circle(1); // expect[shape]: java-class-init-deadlock "Circle` and 1 more"
  public static final Shape FLAT = new Square(); // access[shape]: other
}
