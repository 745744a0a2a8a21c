| a p |
a := 0.
p := [ a := 1 ] promise.  "expect: smalltalk-race"
a := 2.  "access: write"
p value
