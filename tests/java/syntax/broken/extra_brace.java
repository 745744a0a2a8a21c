class A { } }
