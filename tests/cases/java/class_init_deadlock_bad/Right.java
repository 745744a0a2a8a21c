public class Right {
  static final Object RIGHT = new Object();
  static final Object COPY;

  static {
    COPY = Left.LEFT; // access[a]: other
  }

  Object derived() {
    return new Left.Derived();
  }
}
