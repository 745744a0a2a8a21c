| a b c d e |
a := b := c := d := e := 0.
[ a := 1 ] fork.  "access[a]: write"
[ b := 1 ] forkAt: 30.  "access[b]: write"
[ c := 1 ] forkNamed: 'c'.  "access[c]: write"
[ d := 1 ] forkAt: 30 named: 'd'.  "access[d]: write"
[ e := 1 ] forkWithoutPreemption.  "access[e]: write"
a := 2.  "expect[a]: smalltalk-race"
b := 2.  "expect[b]: smalltalk-race"
c := 2.  "expect[c]: smalltalk-race"
d := 2.  "expect[d]: smalltalk-race"
e := 2  "expect[e]: smalltalk-race"
