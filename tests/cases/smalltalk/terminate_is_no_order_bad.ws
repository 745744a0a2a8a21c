| a p |
p := [ a := 1 ] fork.  "expect: smalltalk-race"
p terminate.
a := 2  "access: write"
