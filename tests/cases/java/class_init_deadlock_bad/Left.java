public class Left {
  static final Object LEFT = new Object();
  static final Object OTHER = Right.RIGHT; // expect[a]: java-class-init-deadlock "need each other"

  // A nested class that others can use first.
  public abstract static class Base {
    static final Base NONE = new Derived(); // expect: java-class-init-deadlock confidence<60
  }

  static class Derived extends Base {}

  public static class Outer {
    static final Object INNER = Inner.make(); // expect[n]: java-class-init-deadlock confidence<50

    public static class Inner {
      static final Object OF_OUTER = Outer.INNER; // access[n]: other

      static Object make() {
        return new Object();
      }
    }
  }
}
