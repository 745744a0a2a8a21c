| a p |
p := Promise for: [ a := 1 ].  "access: write"
a := 2.  "expect: smalltalk-race"
p value
