"ok: smalltalk-race"
| a |
a := 0.
[ [ a := a + 1 ] valueWithoutPreemption ] fork.
[ a := a + 1 ] forkWithoutPreemption
