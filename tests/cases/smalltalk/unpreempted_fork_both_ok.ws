"ok: smalltalk-race"
| a |
a := 0.
[ a := a + 1 ] forkWithoutPreemption.
[ a := a + 1 ] valueUnpreemptively
