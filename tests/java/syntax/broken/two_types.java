class A { int String x; }
