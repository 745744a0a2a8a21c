| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock wait. lock signal. count := count + 1 ] fork.  "expect: smalltalk-race"
lock wait.
count := count + 1.  "access: write"
lock signal
