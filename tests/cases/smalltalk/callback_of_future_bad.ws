| count future |
count := 0.
future := [ 3 ] future.
future onSuccessDo: [ :value | count := count + value ].  "expect: smalltalk-race"
count := count + 1  "access: write"
