| a |
[ [ 3 foo ] ensure: [ a := 1 ] ] fork.  "expect: smalltalk-race"
[ 4 foo ] on: Error do: [:e | a := 2 ]  "access: write"
