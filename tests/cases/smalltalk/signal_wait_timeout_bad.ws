"A wait that may give up orders nothing"
| ready data |
ready := Semaphore new.
data := 0.
[ data := 1. ready signal ] fork.  "expect: smalltalk-race"
ready waitTimeoutMSecs: 10.
data := 2  "access: write"
