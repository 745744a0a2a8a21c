| a p |
a := 0.
p := [ a := 1 ] promiseAt: 30.  "expect: smalltalk-race"
a := 2.  "access: write"
p value
