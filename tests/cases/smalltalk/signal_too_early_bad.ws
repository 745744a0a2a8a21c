| ready data |
ready := Semaphore new.
data := OrderedCollection new.
[ ready signal. data add: 1 ] fork.  "access: update"
ready wait.
data add: 2  "expect: smalltalk-race"
