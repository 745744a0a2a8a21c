class A { void f() { void g() { } } }
