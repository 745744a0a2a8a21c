class A { int class; }
