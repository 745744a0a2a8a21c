class A { Object o = super; }
