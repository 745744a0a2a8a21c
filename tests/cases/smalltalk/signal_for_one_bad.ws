"The semaphore begins with a signal"
| ready data |
ready := Semaphore new.
ready signal.
data := 0.
[ data := 1. ready signal ] fork.  "expect: smalltalk-race"
ready wait.
data := 2  "access: write"
