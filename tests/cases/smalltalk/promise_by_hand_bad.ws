| p x |
p := Promise new.
[ p resolveWith: 1. x := 3 ] fork.  "expect: smalltalk-race"
p wait.
x := 4  "access: write"
