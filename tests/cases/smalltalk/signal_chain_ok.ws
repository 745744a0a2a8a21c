"Three threads hand on: ok: smalltalk-race"
| s t n |
s := Semaphore new. t := Semaphore new.
[ n := 1. s signal ] fork.
[ s wait. n := 2. t signal ] fork.
t wait.
n := 3
