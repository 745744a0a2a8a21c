"Each element goes to one of them: ok: smalltalk-race"
| queue |
queue := AtomicSharedQueue new.
[ 10 timesRepeat: [ queue nextPut: (OrderedCollection with: 1) ] ] fork.
2 timesRepeat: [ [ [ queue next add: 0 ] repeat ] fork ]
