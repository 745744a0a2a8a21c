package a.guards;

import javax.annotation.concurrent.GuardedBy;

public class guard_names_ok { // ok: java-guarded-by
  @GuardedBy("a.guards.other_guard.class")
  private static int byQualified;

  @GuardedBy("other_guard.class")
  private static int bySimple;

  public void qualified() {
    synchronized (other_guard.class) {
      byQualified++;
      bySimple++;
    }
  }

  @GuardedBy("box")
  private static void fill(Box box) {
    box.size = 1;
  }

  @GuardedBy("box.lock")
  private static void drain(Box box) {
    box.size = 0;
  }

  public void right(Box one) {
    synchronized (one) {
      fill(one);
    }
    synchronized (one.lock) {
      drain(one);
    }
  }
}

class other_guard {}

class Box {
  final Object lock = new Object();
  int size;
}
