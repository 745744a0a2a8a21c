"ok: smalltalk-race"
| lock count |
lock := Semaphore forMutualExclusion.
count := 0.
5 timesRepeat: [ [ lock critical: [ count := count + 1 ] ] fork ].
lock critical: [ count := count + 1 ]
