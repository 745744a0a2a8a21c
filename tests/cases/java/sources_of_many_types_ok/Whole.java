// To judge the initializer of `part` reads the sources of twelve types of another file, which must not move its own.
public class Whole { // ok: java-inconsistent-lock
  private Part part = new Part0();

  public synchronized void first() {
    part = new Part2();
  }

  public synchronized void second() {
    part = new Part1();
  }

  public synchronized void use() {
    part.use();
  }
}
