class A { double x = 1e; }
