| a |
a := 0.
[ a := a + 1 ] fork; fork  "expect: smalltalk-race"
