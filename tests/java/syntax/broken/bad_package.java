package ; class A { }
