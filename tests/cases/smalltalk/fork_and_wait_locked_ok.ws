"The lock is held while the child runs: ok: smalltalk-race"
| a lock |
a := 0.
lock := Mutex new.
[ lock critical: [ [ a := a + 1 ] forkAndWait ] ] fork.
lock critical: [ a := a + 1 ]
