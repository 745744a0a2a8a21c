class A { int[] a = new int[]; }
