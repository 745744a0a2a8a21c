class A { String s = "\u00g1"; }
