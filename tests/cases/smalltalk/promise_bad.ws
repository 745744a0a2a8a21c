| a p |
a := 0.
p := [ a := 1 ] promise.  "access: write"
a := 2.  "expect: smalltalk-race"
p value
