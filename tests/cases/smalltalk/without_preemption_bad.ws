"Only one side"
| a |
a := 0.
[ [ a := a + 1 ] valueWithoutPreemption ] fork.  "expect: smalltalk-race"
a := a + 1  "access: write"
