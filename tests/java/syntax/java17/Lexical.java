package syntax;

/** Doc with @tags, "quotes", 'c' and { braces. **/
/**/
/***/
class Lexical { // line } comment "
    int dec = 0, big = 2_147_483_647, hex = 0xCAFE_babe, oct = 0_17, bin = 0b1010_0101, zero = 00, H = 0XfF, B = 0B1;
    long l = 1L, ll = 0xFFFF_FFFF_FFFF_FFFFL, lll = 07l, bl = 0b1L;
    float f = 1f, g = 1.5F, h = .5f, i = 1e3f, hf = 0x1.8p1f, z = 0f, dot = 1.f;
    double d = 1.0, e = 1., p = .5, q = 1e10, r = 1E-5, s = 1.5e+3d, t = 0x1p3, u = 0x.8P-2, v = 1_0.0_1, w = 9D, oo = 09.5, o8 = 08e1;
    char a = 'a', quote = '\'', dquote = '"', back = '\\', nl = '\n', octal = '\177', o1 = '\0', uni = '\u0041', brace = '{', uc = '\uuuu0042', sp = '\s';
    char nonAscii = 'é', snow = '☃';
    String empty = "", esc = "\b\t\n\f\r\"\'\\\0\12\377\s", uni2 = "\u0041\u00e9\\u0041", slashes = "// not a comment /* nor this */ {";
    String emoji = "😀 \ud83d\ude00";
    String block = """
        Hello "world" ""
        \"""quoted\"""
        { not a brace
        continued \
        line \s \t
        """ + """
        x""";
    String emptyBlock = """
        """;
    int été = 1, $dollar = 2, _under = 3, 变量 = 4, mixed$_1 = 5;
    int \u0061bc = 1; /* an escaped name: abc */ int user = \u0061bc + 1;
    String closed = \u0022text\u0022;
    char backslash = '\u005c'';
    /* unicode escape in a comment: \u002a/ int afterComment = 1;
    int x=1,y=x+++1,w2=x---1;boolean b=x<y==true;int sh=x>>1>>>2<<3;
    java.util.List<java.util.List<java.util.List<String>>>n;
    int tern=b?x:y;
    Object o=(Object)"s",m=new int[]{1}[0];
    /* a * b ** / still // open **/ int last;
}
// ends with a line comment without a line end
// the end