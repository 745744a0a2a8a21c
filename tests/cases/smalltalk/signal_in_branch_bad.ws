"Waits only if it must"
| ready data late |
ready := Semaphore new.
data := 0. late := 3.
[ data := 1. ready signal ] fork.  "expect: smalltalk-race"
late = 3 ifTrue: [ ready wait ].
data := 2  "access: write"
