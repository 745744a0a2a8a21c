class Excuses {
  public abstract static class Excuse {
    static final Excuse NONE = new Known(); // expect: java-class-init-deadlock "test code" confidence<20
  }

  public static class Known extends Excuse {}
}
