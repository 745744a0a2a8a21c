package a.guards;

import javax.annotation.concurrent.GuardedBy;

// Guards that name parameters, other classes and what belongs to all objects.
public class guard_names_bad {
  static final Object LOCK = new Object();

  @GuardedBy("a.guards.other_guard.class")
  private static int byQualified;

  @GuardedBy("other_guard.class")
  private static int bySimple;

  @GuardedBy("this") // expect: java-guarded-by "the member is static"
  private static int shared;

  public void qualified() {
    byQualified++; // expect: java-guarded-by "other_guard.class"
  }

  public void simple() {
    bySimple++; // expect: java-guarded-by "other_guard.class"
  }

  @GuardedBy("box")
  private static void fill(Box box) {
    box.size = 1;
  }

  @GuardedBy("box.lock")
  private static void drain(Box box) {
    box.size = 0;
  }

  public void wrong(Box one, Box other) {
    synchronized (other) {
      fill(one); // expect: java-guarded-by "fill"
    }
    synchronized (one) {
      drain(one); // expect: java-guarded-by "drain"
    }
  }
}

class other_guard {}

class Box {
  final Object lock = new Object();
  int size;
}
