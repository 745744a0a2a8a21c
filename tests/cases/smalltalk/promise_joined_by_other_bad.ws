"The other thread waits, the script does not"
| a p |
a := 0.
p := [ a := 1 ] promise.  "expect: smalltalk-race"
[ p value ] fork.
a := 2  "access: write"
