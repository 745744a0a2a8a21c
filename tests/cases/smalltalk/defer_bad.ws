| a |
a := 0.
UIManager defer: [ a := 1 ].  "access: write"
a := 2  "expect: smalltalk-race"
