"Waiting for the semaphore lets the others run in between"
| a s |
a := 0.
s := Semaphore new.
[ [ s wait. a := a + 1 ] valueUnpreemptively ] fork.  "expect: smalltalk-race"
s signal.
[ a := a + 1 ] valueUnpreemptively  "access: write"
