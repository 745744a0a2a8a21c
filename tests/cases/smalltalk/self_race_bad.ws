| a |
a := 0.
10 timesRepeat: [ [ a := a + 1 ] fork ]  "expect: smalltalk-race"
