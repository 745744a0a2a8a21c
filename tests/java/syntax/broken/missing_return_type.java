class A { foo() { } }
