| a p |
p := Promise for: [ a := 1 ].  "expect: smalltalk-race"
a := 2.  "access: write"
p value
