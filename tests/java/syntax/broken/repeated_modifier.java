class A { public public int x; }
