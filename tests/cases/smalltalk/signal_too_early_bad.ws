| ready data |
ready := Semaphore new.
data := OrderedCollection new.
[ ready signal. data add: 1 ] fork.  "expect: smalltalk-race"
ready wait.
data add: 2  "access: update"
