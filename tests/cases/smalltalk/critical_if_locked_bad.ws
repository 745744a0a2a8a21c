"The alternative runs without the lock"
| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock critical: [ count := 1 ] ifLocked: [ count := 2 ] ] fork.  "expect: smalltalk-race"
lock critical: [ count := 3 ]  "access: write"
