class A { int x = #; }
