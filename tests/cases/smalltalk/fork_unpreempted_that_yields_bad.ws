| a |
a := 0.
[ Processor yield. a := a + 1 ] forkWithoutPreemption.  "expect: smalltalk-race"
[ a := a + 1 ] valueUnpreemptively  "access: write"
