"A worker runs blocks that it gets from a queue"
| queue count |
queue := SharedQueue new.
count := 0.
[ [ queue next value ] repeat ] fork.
queue nextPut: [ count := count + 1 ].  "expect: smalltalk-race"
count := count + 1  "access: write"
