"ok: smalltalk-race"
| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock wait. [ count := count + 1 ] ensure: [ lock signal ] ] fork.
lock wait.
[ count := count + 1 ] ensure: [ lock signal ]
