import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class publication_constants_bad {
  private static final int ONE = 1;
  private int constant = ONE; // expect: java-unsafe-publication
  private double negative = -0.0; // expect: java-unsafe-publication
  private char digit = '0'; // expect: java-unsafe-publication
  private Boolean boxed = Boolean.FALSE; // expect: java-unsafe-publication
  private String empty = ""; // expect: java-unsafe-publication
  private int[] none = {}; // expect: java-unsafe-publication
  private int counted; // expect[c]: java-unsafe-publication
  private int block; // expect[b]: java-unsafe-publication

  {
    block = 3; // related[b]
  }

  publication_constants_bad() {
    counted++; // related[c]
  }
}
