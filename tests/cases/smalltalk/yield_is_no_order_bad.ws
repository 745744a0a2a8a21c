| a |
[ a := 1 ] fork.  "expect: smalltalk-race"
Processor yield.
a := 2  "access: write"
