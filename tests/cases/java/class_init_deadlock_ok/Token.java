// ok: java-class-init-deadlock
public abstract class Token {
  public static final Token NONE = new Nothing();
  public static final int LENGTH = Names.MAX;
  static final Runnable LATER = () -> new Word();
  static final Token ANONYMOUS = new Token() {};

  private static final class Nothing extends Token {}

  Token word() {
    return new Word();
  }
}

class Word extends Token {}

class Names {
  static final int MAX = 3;
  static final Object LENGTHS = new Object[Token.LENGTH];
}

class OneWay {
  static final Object OTHER = Target.TARGET;
}

class Target {
  static final Object TARGET = new Object();
}
