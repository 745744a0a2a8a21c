| a |
a := 0.
[ [ a := a + 1 ] valueWithin: 1 seconds onTimeout: [ a := 0 ] ] fork.  "expect[a]: smalltalk-race; expect[b]: smalltalk-race"
a := a + 1  "access[a]: write; access[b]: write"
