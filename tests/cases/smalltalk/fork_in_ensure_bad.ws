| a |
[ 3 foo ] ensure: [ [ a := 1 ] fork ].  "expect: smalltalk-race"
a := 2  "access: write"
