class A { @SuppressWarnings("x" void f() { } }
