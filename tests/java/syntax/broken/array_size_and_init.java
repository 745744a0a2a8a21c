class A { int[] a = new int[2] {1, 2}; }
