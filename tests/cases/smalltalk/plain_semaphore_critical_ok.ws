"ok: smalltalk-race"
| s n |
s := Semaphore new.
s signal.
n := 0.
[ s critical: [ n := n + 1 ] ] fork.
s critical: [ n := n + 1 ]
