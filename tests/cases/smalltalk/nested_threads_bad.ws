| n |
n := 0.
[ [ [ n := n + 1 ] fork ] fork. ] fork.  "expect: smalltalk-race"
n := n + 1  "access: write"
