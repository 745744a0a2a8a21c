| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
[ lock criticalReleasingOnError: [ count := count + 1 ] ] fork.
lock criticalReleasingOnError: [ count := count + 1 ]
