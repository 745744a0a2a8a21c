class A { @ void f() { } }
