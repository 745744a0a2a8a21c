| queue text |
queue := WaitfreeQueue new.
[ queue nextPut: 1. text := 'late' ] fork.  "expect: smalltalk-race"
queue next.
text := 'used'  "access: write"
