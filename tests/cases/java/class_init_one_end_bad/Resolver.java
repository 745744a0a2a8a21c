// args: --min-confidence 0
public abstract class Resolver {
  // Only this class names the subclass: every thread begins here.
  static final Resolver SIMPLE = new SimpleResolver(); // expect: java-class-init-deadlock "no other code" confidence<50
}
