package syntax;

import module java.base;

class Flexible {
    final int x;
    Flexible(int x) {
        if (x < 0) throw new IllegalArgumentException();
        int y = x * 2;
        this.x = y;
        super();
    }
    Flexible() {
        var log = new Object();
        log.hashCode();
        this(1);
    }
    class Inner extends Flexible {
        Inner(Flexible outer) { System.out.println(); super(1); }
    }
}
