interface Part {
  void use();
}

final class Part0 implements Part {
  private final Part a = new Part1();
  private final Part b = new Part1();
  private final Part c = new Part1();
  private final Part d = new Part1();

  @Override
  public void use() {}
}

final class Part1 implements Part {
  private final Part a = new Part2();
  private final Part b = new Part2();
  private final Part c = new Part2();
  private final Part d = new Part2();

  @Override
  public void use() {}
}

final class Part2 implements Part {
  private final Part a = new Part3();
  private final Part b = new Part3();
  private final Part c = new Part3();
  private final Part d = new Part3();

  @Override
  public void use() {}
}

final class Part3 implements Part {
  private final Part a = new Part4();
  private final Part b = new Part4();
  private final Part c = new Part4();
  private final Part d = new Part4();

  @Override
  public void use() {}
}

final class Part4 implements Part {
  private final Part a = new Part5();
  private final Part b = new Part5();
  private final Part c = new Part5();
  private final Part d = new Part5();

  @Override
  public void use() {}
}

final class Part5 implements Part {
  private final Part a = new Part6();
  private final Part b = new Part6();
  private final Part c = new Part6();
  private final Part d = new Part6();

  @Override
  public void use() {}
}

final class Part6 implements Part {
  private final Part a = new Part7();
  private final Part b = new Part7();
  private final Part c = new Part7();
  private final Part d = new Part7();

  @Override
  public void use() {}
}

final class Part7 implements Part {
  private final Part a = new Part8();
  private final Part b = new Part8();
  private final Part c = new Part8();
  private final Part d = new Part8();

  @Override
  public void use() {}
}

final class Part8 implements Part {
  private final Part a = new Part9();
  private final Part b = new Part9();
  private final Part c = new Part9();
  private final Part d = new Part9();

  @Override
  public void use() {}
}

final class Part9 implements Part {
  private final Part a = new Part10();
  private final Part b = new Part10();
  private final Part c = new Part10();
  private final Part d = new Part10();

  @Override
  public void use() {}
}

final class Part10 implements Part {
  private final Part a = new Part11();
  private final Part b = new Part11();
  private final Part c = new Part11();
  private final Part d = new Part11();

  @Override
  public void use() {}
}

final class Part11 implements Part {
  private final Part a = null;
  private final Part b = null;
  private final Part c = null;
  private final Part d = null;

  @Override
  public void use() {}
}
