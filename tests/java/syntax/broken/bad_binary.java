class A { int x = 0b12; }
