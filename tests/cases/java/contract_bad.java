import org.apache.hc.core5.annotation.Contract;
import org.apache.hc.core5.annotation.ThreadingBehavior;

@Contract(threading = ThreadingBehavior.SAFE_CONDITIONAL)
public class contract_bad {
  private int uses;

  public void use() {
    uses++; // expect: java-unsynchronized-access "contract_bad.uses"
  }
}

@Contract(threading = ThreadingBehavior.UNSAFE)
class ContractUnsafe {
  private int uses;

  public void use() {
    uses++;
  }
}

// Says nothing of threads that share its state: it has none.
@Contract(threading = ThreadingBehavior.STATELESS)
class ContractStateless {
  private int uses;

  public void use() {
    uses++;
  }
}
