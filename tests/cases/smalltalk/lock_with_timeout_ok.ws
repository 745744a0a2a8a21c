"Locks of GemStone, and a semaphore taken with a timeout: ok: smalltalk-race"
| m x y z t |
m := Semaphore forMutualExclusion.
x := y := z := 0.
[ (m waitTimeoutMilliseconds: 100) ifFalse: [ x := x + 1. m signal ] ] fork.
[ m critical: [ x := x + 1 ] ] fork.
t := TransientRecursionLock new.
2 timesRepeat: [ [ t critical: [ y := y + 1 ] ] fork ].
