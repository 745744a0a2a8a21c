import edu.umd.cs.findbugs.annotations.SuppressFBWarnings;
import javax.annotation.Generated;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.NotThreadSafe;
import javax.annotation.concurrent.ThreadSafe;
import lombok.Getter;
import lombok.Synchronized;

// Annotations that excuse a class or member.
@ThreadSafe(enableChecks = false)
public class excused_ok { // ok: java-unsynchronized-access; ok: java-escape
  int hits;

  public void hit() {
    hits++;
  }
}

@ThreadSafe
@NotThreadSafe
class excused_not {
  int hits;

  public void hit() {
    hits++;
  }
}

@ThreadSafe
@Generated("by a tool")
class excused_generated {
  int hits;

  public void hit() {
    hits++;
  }
}

@ThreadSafe
@SuppressFBWarnings(value = "IS2_INCONSISTENT_SYNC", justification = "one thread")
class excused_findbugs {
  private int hits;

  public void hit() {
    hits++;
  }
}

@ThreadSafe
class excused_member {
  private final Object lock = new Object();

  @GuardedBy("lock")
  private int hits;

  @SuppressFBWarnings("IS_FIELD_NOT_GUARDED")
  public void hit() {
    hits++;
  }

  @SuppressWarnings("java-guarded-by")
  public int hits() {
    return hits;
  }
}

// Lombok's @Synchronized is a lock of its own, and a lazy getter is safe.
@ThreadSafe
class excused_lombok {
  private int hits;

  @Getter(lazy = true)
  private final String name = "name";

  @Synchronized
  public void hit() {
    hits++;
  }

  @Synchronized
  public int hits() {
    return hits;
  }
}
