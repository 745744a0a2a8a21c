import javax.annotation.concurrent.ThreadSafe;
import org.acme.shaded.com.google.common.cache.Cache;

/** A library that was copied into the project under another name keeps its promises. */
@ThreadSafe
class RelocatedTypesOk {
  private final Cache<String, String> answers;

  RelocatedTypesOk(Cache<String, String> answers) {
    this.answers = answers;
  }

  public void forget(String key) {
    answers.invalidate(key);
    answers.put(key, ""); // ok: java-unsynchronized-access
  }
}
