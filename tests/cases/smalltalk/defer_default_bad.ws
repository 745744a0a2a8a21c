| a |
a := 5.
UIManager default defer: [ a := 1 ].  "expect: smalltalk-race"
a := 2  "access: write"
