// args: --min-confidence 0
import javax.annotation.concurrent.GuardedBy;
import org.example.Environment;
import org.example.Connections;

// Set once by the constructor, and passed on.
public class guarded_never_assigned_bad {
  @GuardedBy("this") private Environment fixed;
  @GuardedBy("this") private Environment replaced;

  public guarded_never_assigned_bad(Environment environment) {
    fixed = environment;
    replaced = environment;
  }

  public Object connect() {
    return Connections.make(fixed); // expect: java-guarded-by "after construction" confidence<60
  }

  public Object connectAgain() {
    return Connections.make(replaced); // expect: java-guarded-by confidence>=70
  }

  public synchronized void replace(Environment environment) {
    replaced = environment;
  }
}
