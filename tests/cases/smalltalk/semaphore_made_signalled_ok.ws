| lock count |
lock := Semaphore new signal.
count := 0.
[ lock critical: [ count := count + 1 ] ] fork.
lock critical: [ count := count + 1 ]
