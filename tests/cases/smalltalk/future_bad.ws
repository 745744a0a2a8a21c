| a f |
f := [ a := 1 ] future.  "expect: smalltalk-race"
a := 2.  "access: write"
f synchronizeTimeout: 1000
