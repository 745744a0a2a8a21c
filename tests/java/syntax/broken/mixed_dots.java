class A { int x = a..b; }
