class A { void f() { int x = 1; }
