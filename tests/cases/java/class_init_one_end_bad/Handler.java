public abstract class Handler {
  static final Handler PLAIN = new PlainHandler(); // expect: java-class-init-deadlock confidence>=50
}
