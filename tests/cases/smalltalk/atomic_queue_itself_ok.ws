| queue |
queue := AtomicSharedQueue new.
[ queue nextPut: 1 ] fork.
[ queue nextPut: 2 ] fork.
queue next  "ok: smalltalk-race"
