| a |
[ a := 1 ] fork.  "access: write"
(Delay forSeconds: 10) wait.
a := 2  "expect: smalltalk-race"
