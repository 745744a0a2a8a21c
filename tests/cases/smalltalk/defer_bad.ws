| a |
a := 0.
UIManager defer: [ a := 1 ].  "expect: smalltalk-race"
a := 2  "access: write"
