| a |
3 timesRepeat: [ [ [ a printString ] fork ] fork ].  "access: read"
a := 1  "expect: smalltalk-race"
