import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.ThreadSafe;

@ThreadSafe
public class escape_bad {
  int open; // expect: java-escape "open"
  protected long also; // expect: java-escape
  public final int[] cells = new int[4]; // expect: java-escape "cells"
  final List<String> names = new ArrayList<>(); // expect: java-escape
  public static int shared; // expect: java-escape
}
