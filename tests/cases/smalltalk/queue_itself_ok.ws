"ok: smalltalk-race"
| queue |
queue := SharedQueue new.
3 timesRepeat: [ [ queue nextPut: 1 ] fork ].
[ queue next ] repeat
