"One signal can let both waits through"
| done a |
done := Semaphore new.
a := 0.
[ done signalAll ] fork.
[ a := 1. done signal ] fork.  "expect: smalltalk-race"
done wait; wait.
a := 2  "access: write"
