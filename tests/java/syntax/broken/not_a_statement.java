class A { void f() { 1 + 2; } }
