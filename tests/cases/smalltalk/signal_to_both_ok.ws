"ok: smalltalk-race"
| go back a |
go := Semaphore new.
back := Semaphore new.
a := 0.
[ go wait. a := a + 1. back signal ] fork.
a := 5.
go signal.
back wait.
a := a + 1
