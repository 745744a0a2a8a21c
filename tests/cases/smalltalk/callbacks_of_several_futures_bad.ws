| count block first second |
count := 0.
block := [ :value | count := count + value ].  "expect: smalltalk-race"
first := [ 3 ] future.
second := [ 4 ] future.
first onSuccessDo: block.
second onSuccessDo: block
