| x |
x := 0.
[ UIManager default defer: [ x := x + 1 ] ] fork.  "expect: smalltalk-race"
[ x := x + 2 ] fork  "access: write"
