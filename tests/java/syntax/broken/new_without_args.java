class A { Object o = new Object; }
