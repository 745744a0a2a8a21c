"Whose signal it was nobody knows"
| ready data |
ready := Semaphore new.
data := 0.
[ data := 1. ready signal ] fork.  "expect: smalltalk-race"
[ ready signal ] fork.
ready wait.
data := 2  "access: write"
