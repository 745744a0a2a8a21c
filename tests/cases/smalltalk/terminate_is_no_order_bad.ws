| a p |
p := [ a := 1 ] fork.  "access: write"
p terminate.
a := 2  "expect: smalltalk-race"
