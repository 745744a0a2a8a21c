class A { void f() { if (true { } } }
