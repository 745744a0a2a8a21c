"A literal array is one object"
| a |
a := #(1 2 3).
[ a at: 1 put: 2 ] fork.  "expect: smalltalk-race"
a at: 1 put: 3  "access: write"
