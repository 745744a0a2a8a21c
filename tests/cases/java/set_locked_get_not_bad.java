// args: --min-confidence 0
// One of two accesses holds the lock: a note.
class set_locked_get_not_bad {
  private int size;
  private String name;
  private boolean done;

  public synchronized void setSize(int size) {
    this.size = size;
  }

  public int getSize() {
    return size; // expect: java-inconsistent-lock note "only one of two" confidence>=20
  }

  public synchronized void first() {
    name = "a";
  }

  public synchronized void finish() {
    done = true;
  }

  // A read of another method says less.
  public void print() {
    System.out.println(done); // expect: java-inconsistent-lock "only one of two" confidence<20
  }

  public void second() {
    name = "b"; // expect: java-inconsistent-lock note "only one of two" confidence>=20
  }
}
