class A { void f() { catch (Exception e) { } } }
