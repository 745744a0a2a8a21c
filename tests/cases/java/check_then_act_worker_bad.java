import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// What only the run() method of one worker puts in is changed by one thread, if there is one worker; where
// other code puts, too, the check is not enough.
public class check_then_act_worker_bad {
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final Map<String, Session> shared = new ConcurrentHashMap<>();
  private volatile String from;

  class Worker extends Thread {
    @Override
    public void run() {
      while (from != null) {
        Session session = sessions.get(from); // access[a]: read
        if (session == null) {
          session = new Session();
          sessions.put(from, session); // expect[a]: java-check-then-act "perhaps one thread" confidence<60
        }
        Session other = shared.get(from); // access[b]: read
        if (other == null) {
          other = new Session();
          shared.put(from, other); // expect[b]: java-check-then-act confidence>=60
        }
      }
    }
  }

  public void add(String name) {
    shared.put(name, new Session());
  }

  static class Session {}
}
