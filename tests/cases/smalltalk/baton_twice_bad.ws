"Two permits: both have one."
| ping x |
ping := Semaphore new.
ping signal.
[ 5 timesRepeat: [ ping wait. x := 1. ping signal ] ] fork.  "expect: smalltalk-race"
ping signal.
5 timesRepeat: [ ping wait. x := 2. ping signal ]  "access: write"
