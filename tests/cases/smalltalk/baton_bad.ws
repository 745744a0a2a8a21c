| ping pong x y |
ping := Semaphore new.
pong := Semaphore new.
[ 5 timesRepeat: [ ping wait. x := 1. pong signal. y := 1 ] ] fork.  "expect: smalltalk-race"
5 timesRepeat: [ x := 2. ping signal. pong wait. y := 2 ]  "access: write"
