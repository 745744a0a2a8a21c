| a |
[ a := 1 ] fork.  "expect: smalltalk-race"
(Delay forSeconds: 10) wait.
a := 2  "access: write"
