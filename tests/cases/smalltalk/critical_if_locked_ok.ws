"ok: smalltalk-race"
| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock critical: [ count := 1 ] ifLocked: [ Transcript show: 'busy' ] ] fork.
lock critical: [ count := 3 ]
