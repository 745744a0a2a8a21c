| a b c d e |
a := b := c := d := e := 0.
[ a := 1 ] fork.  "expect[a]: smalltalk-race"
[ b := 1 ] forkAt: 30.  "expect[b]: smalltalk-race"
[ c := 1 ] forkNamed: 'c'.  "expect[c]: smalltalk-race"
[ d := 1 ] forkAt: 30 named: 'd'.  "expect[d]: smalltalk-race"
[ e := 1 ] forkWithoutPreemption.  "expect[e]: smalltalk-race"
a := 2.  "access[a]: write"
b := 2.  "access[b]: write"
c := 2.  "access[c]: write"
d := 2.  "access[d]: write"
e := 2  "access[e]: write"
