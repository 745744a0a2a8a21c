class A { void f() { case 1: } }
