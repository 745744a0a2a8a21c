"Each of the two signals once, and both signals are waited for: ok: smalltalk-race"
| done a b |
done := Semaphore new.
a := b := 0.
[ a := 1. done signal ] fork.
[ b := 1. done signal ] fork.
done wait; wait.
a := 2. b := 2
