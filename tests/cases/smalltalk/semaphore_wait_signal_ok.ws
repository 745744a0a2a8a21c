"wait and signal of a semaphore for mutual exclusion are a lock: ok: smalltalk-race"
| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock wait. count := count + 1. lock signal ] fork.
lock wait.
count := count + 1.
lock signal
