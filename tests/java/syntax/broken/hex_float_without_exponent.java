class A { double x = 0x1.8; }
