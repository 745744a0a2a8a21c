class CrLf {
  int a; // x
  String s = """
    x
    """;
}
