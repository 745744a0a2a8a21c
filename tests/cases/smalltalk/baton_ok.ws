"One permit goes back and forth: who has it is alone: ok: smalltalk-race"
| ping pong x |
ping := Semaphore new.
pong := Semaphore new.
x := 0.
[ 5 timesRepeat: [ ping wait. x := x + 1. pong signal ] ] fork.
5 timesRepeat: [ x := x + 1. ping signal. pong wait ].
x := 0
