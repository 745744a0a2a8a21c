"Who yields can be overtaken"
| a |
a := 0.
[ [ (Delay forSeconds: 1) wait. a := a + 1 ] valueUnpreemptively ] fork.  "expect: smalltalk-race"
[ a := a + 1 ] valueUnpreemptively  "access: write"
