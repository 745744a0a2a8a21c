| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock wait. lock signal. count := count + 1 ] fork.  "access: write"
lock wait.
count := count + 1.  "expect: smalltalk-race"
lock signal
